"""The files to deploy with: valid by their schemas, true to the server, and free of secrets."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import kubernetes_validate
import promql_parser
import pytest
import yaml

from app.settings import Settings
from tests.app.series import every_series

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"
KUSTOMIZATION: Final = DEPLOY / "kubernetes" / "kustomization.yaml"
MANIFESTS: Final = sorted({*KUSTOMIZATION.parent.glob("*.yaml")} - {KUSTOMIZATION})
KUBERNETES: Final = ("1.30", "1.35")
"""The oldest version whose manifests may hold all that ours do, and a recent one."""
SETTINGS: Final = {str(field.alias) for field in Settings.model_fields.values()}


def read(path: Path) -> Any:
    """Return what a YAML file holds."""
    return yaml.safe_load(path.read_text("utf-8"))


def manifest(kind: str) -> Any:
    """Return the one manifest of a kind."""
    (found,) = [each for each in map(read, MANIFESTS) if each["kind"] == kind]
    return found


def container() -> Any:
    """Return the one container of the deployment."""
    (found,) = manifest("Deployment")["spec"]["template"]["spec"]["containers"]
    return found


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("version", KUBERNETES)
def test_a_manifest_is_valid(path: Path, version: str) -> None:
    kubernetes_validate.validate(read(path), version, strict=True)


def test_what_is_misspelt_is_no_valid_manifest() -> None:
    deployment = manifest("Deployment")
    deployment["spec"]["template"]["spec"]["containers"][0]["readynessProbe"] = {}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(deployment, KUBERNETES[0], strict=True)


def test_the_kustomization_lists_every_manifest() -> None:
    listed = read(KUSTOMIZATION)["resources"]
    assert sorted(listed) == [path.name for path in MANIFESTS]


def test_the_manifests_find_each_other() -> None:
    deployment = manifest("Deployment")
    labels = deployment["spec"]["template"]["metadata"]["labels"]
    assert deployment["spec"]["selector"]["matchLabels"] == labels
    assert manifest("Service")["spec"]["selector"] == labels
    assert manifest("PodDisruptionBudget")["spec"]["selector"]["matchLabels"] == labels
    target = manifest("HorizontalPodAutoscaler")["spec"]["scaleTargetRef"]
    assert (target["kind"], target["name"]) == ("Deployment", deployment["metadata"]["name"])
    assert "replicas" not in deployment["spec"], "the autoscaler and this would fight"
    (port,) = manifest("Service")["spec"]["ports"]
    assert port["targetPort"] in {each["name"] for each in container()["ports"]}


def test_the_pod_runs_as_the_image_is_meant_to() -> None:
    pod = manifest("Deployment")["spec"]["template"]["spec"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    user = pod["securityContext"]["runAsUser"]
    assert f"USER {user}:" in (ROOT / "Dockerfile").read_text("utf-8")
    assert container()["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert {each["name"] for each in container()["env"]} <= SETTINGS
    paths = {name: container()[f"{name}Probe"]["httpGet"]["path"] for name in ("liveness", "readiness")}
    assert paths == {"liveness": "/healthz", "readiness": "/readyz"}
    # The server ends within 10 seconds of the signal, which comes after the pause.
    pause = container()["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert pod["terminationGracePeriodSeconds"] >= pause + 10


def test_the_keys_come_from_a_secret_by_reference_and_stand_nowhere() -> None:
    pod = manifest("Deployment")["spec"]["template"]["spec"]
    (volume,) = [each for each in pod["volumes"] if "secret" in each]
    (mount,) = [each for each in container()["volumeMounts"] if each["name"] == volume["name"]]
    (setting,) = [each for each in container()["env"] if each["name"] == "CAMPBOARD_SECRET_FILE"]
    assert setting["value"].startswith(f"{mount['mountPath']}/")
    assert not any(each["kind"] == "Secret" for each in map(read, MANIFESTS))
    for path in DEPLOY.rglob("*"):
        if path.is_file():
            assert not re.search(r"CAMPBOARD_SECRET['\"]?\s*[:=]\s*[A-Za-z0-9]", path.read_text("utf-8")), (
                path
            )


def samples() -> dict[str, set[str]]:
    """Return the labels of every name that /metrics can tell."""
    found: dict[str, set[str]] = {}
    for line in every_series().splitlines():
        if match := re.match(r"([a-z_]+)\{(.*)\}", line):
            found[match[1]] = set(re.findall(r"([a-z]+)=", match[2]))
    return found


def check_query(query: str) -> None:
    """Assert that a query is PromQL over series and labels that exist."""
    query = query.replace("$__rate_interval", "5m").replace("$__range", "6h")
    promql_parser.parse(query)
    used = re.findall(r"(campboard_[a-z_]+)(?:\{([^}]*)\})?", query)
    assert used
    told = samples()
    for name, matchers in used:
        assert name in told
        assert set(re.findall(r"([a-z]+)\s*=", matchers)) <= told[name]
    every = set().union(*(told[name] for name, _ in used))
    for labels in re.findall(r"\bby \(([^)]*)\)", query):
        assert {label.strip() for label in labels.split(",")} <= every


def test_the_dashboard_shows_what_the_server_tells() -> None:
    board = json.loads((DEPLOY / "grafana" / "campboard.json").read_text("utf-8"))
    numbers = [panel["id"] for panel in board["panels"]]
    assert len(numbers) == len(set(numbers)) >= 10
    shown = ""
    for panel in board["panels"]:
        assert panel["title"]
        for target in panel["targets"]:
            check_query(target["expr"])
            shown += target["expr"]
    # Everything counted has its place, and so have the codes that an operator looks for first.
    for name in {re.sub("_(bucket|count|sum)$", "", name) for name in samples()}:
        assert name in shown
    for code in ("bad-token", "agent-check", "rate-limited", "internal"):
        assert code in shown


def test_the_panels_do_not_overlap() -> None:
    board = json.loads((DEPLOY / "grafana" / "campboard.json").read_text("utf-8"))
    cells: set[tuple[int, int]] = set()
    for panel in board["panels"]:
        place = panel["gridPos"]
        area = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert place["x"] + place["w"] <= 24
        assert not area & cells, panel["title"]
        cells |= area


def test_the_alerts_are_rules_over_what_the_server_tells() -> None:
    (group,) = read(DEPLOY / "prometheus" / "alerts.yml")["groups"]
    for rule in group["rules"]:
        assert rule.keys() <= {"alert", "expr", "for", "labels", "annotations"}
        assert rule["annotations"]["summary"].endswith(".")
        check_query(rule["expr"])


def test_compose_runs_three_servers_behind_the_proxy_that_they_trust() -> None:
    services = read(ROOT / "docker-compose.yml")["services"]
    first, *others = (services[name] for name in ("server", "server-2", "server-3"))
    for other in others:
        assert other["ports"] == []
        assert other["profiles"] == ["scaled"]
        assert {**other, "ports": first["ports"]} == {**first, "profiles": ["scaled"]}
    assert "profiles" not in first
    proxy = services["proxy"]
    address = proxy["networks"]["default"]["ipv4_address"]
    assert first["environment"]["CAMPBOARD_TRUSTED_PROXIES"] == f"${{CAMPBOARD_TRUSTED_PROXIES:-{address}}}"
    assert set(proxy["depends_on"]) == {"server", "server-2", "server-3"}
    nginx = (DEPLOY / "nginx.conf").read_text("utf-8")
    behind = re.findall(r"^ +server ([a-z0-9-]+):8000 ", nginx, re.MULTILINE)
    assert set(behind) == set(proxy["depends_on"])
    (job,) = read(DEPLOY / "prometheus" / "prometheus.yml")["scrape_configs"]
    assert job["static_configs"][0]["targets"] == [f"{name}:8000" for name in behind]
    for service in services.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]


@pytest.mark.skipif(sys.platform != "linux", reason="the linter is installed on Linux only")
def test_the_dockerfile_has_nothing_a_linter_minds() -> None:
    program = Path(sys.executable).with_name("hadolint")
    result = subprocess.run([program, "Dockerfile"], cwd=ROOT, capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (0, "")


@pytest.mark.parametrize("script", ["deploy/image-check", ".ci/run"])
def test_the_scripts_are_sound_shell(script: str) -> None:
    bash = shutil.which("bash")
    assert bash is not None
    assert (ROOT / script).stat().st_mode & 0o111
    assert subprocess.run([bash, "-n", script], cwd=ROOT, capture_output=True).returncode == 0
