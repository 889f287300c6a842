# The server alone: two stages, so that nothing the build needs is in the image.
FROM python:3.11-slim AS build

ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore PYTHONDONTWRITEBYTECODE=1
WORKDIR /opt/campboard

# First what changes seldom: the pinned dependencies, in an environment that has no pip of its own.
COPY requirements.txt ./
RUN python -m venv --without-pip /opt/venv \
 && python -m pip --python /opt/venv/bin/python install --quiet --no-compile \
      --require-hashes --only-binary=:all: -r requirements.txt \
 && rm requirements.txt

COPY app ./app
COPY engines ./engines
COPY schemas ./schemas
# Bytecode is made here once and never checked against its source again: the image can be read-only. The modes do
# not depend on the umask of whoever checked the files out.
RUN chmod -R a=rX,u+w . \
 && python -m compileall -q --invalidation-mode unchecked-hash /opt/venv/lib .


FROM python:3.11-slim

LABEL org.opencontainers.image.title="Campboard" \
      org.opencontainers.image.description="A stateless, seeded HTTP game server for AI agents." \
      org.opencontainers.image.licenses="MIT"

COPY --from=build /opt/venv /opt/venv
COPY --from=build /opt/campboard /opt/campboard
WORKDIR /opt/campboard

# The signing key comes in when the container starts, as CAMPBOARD_SECRET or CAMPBOARD_SECRET_FILE. In production the
# server does not start without one.
ENV PATH=/opt/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    HOST=0.0.0.0 PORT=8000 CAMPBOARD_ENV=production
EXPOSE 8000
USER 10001:10001

HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["python", "-I", "-c", "import http.client as h, os, sys; c = h.HTTPConnection('127.0.0.1', int(os.environ['PORT']), timeout=2); c.request('GET', '/readyz'); sys.exit(c.getresponse().status != 200)"]

CMD ["python", "-m", "app"]
