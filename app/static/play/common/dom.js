/** Elements made without HTML text, so that nothing a run holds can ever be read as markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an HTML element. An attribute that is a function listens (`onclick`), `true` is an empty attribute,
 * and `false` or `null` is none.
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Make an SVG element in the same way. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Set attributes of an element that is there already. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value);
    } else if (value === false || value === null || value === undefined) {
      element.removeAttribute(name);
    } else {
      const text = value === true ? "" : String(value);
      if (element.getAttribute(name) !== text) element.setAttribute(name, text);
    }
  }
  return element;
}

/** Make any element, of SVG too, a button for mouse, touch, keyboard and screen reader. */
export function pressable(element, label, press) {
  return set(element, {
    role: "button",
    tabindex: 0,
    "aria-label": label,
    onclick: press,
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      press(event);
    },
  });
}

/** Find an element of the page by its id. */
export function byId(id) {
  return document.getElementById(id);
}

function fill(element, attributes, children) {
  set(element, attributes);
  element.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}
