// Forms from the descriptions of JSON values, dialogs, and what can be done to declarations.

const fail = (message) => {
  throw new Error(message);
};

/** How the string in a field becomes a JSON value. */
const parsers = {
  string: (text) => text,
  integer: (text) => {
    if (!/^[+-]?\d+$/.test(text.trim())) fail("Enter a whole number, such as 7.");
    const number = Number(text);
    if (Number.isSafeInteger(number)) return number;
    // A number has 53 bits in JavaScript, and 64 in Swift.
    return JSON.rawJSON
      ? JSON.rawJSON(String(BigInt(text.trim().replace("+", ""))))
      : fail("This browser cannot send a number of this size.");
  },
  number: (text) =>
    text.trim() && Number.isFinite(Number(text))
      ? Number(text)
      : fail("Enter a number, such as 2.5."),
  date: (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text.trim()) &&
      !Number.isNaN(Date.parse(text))
      ? text.trim()
      : fail("Enter a time, such as 2026-11-30T02:00:00Z."),
  data: (text) =>
    /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text.trim())
      ? text.trim()
      : fail("Enter bytes in Base64, such as AQID."),
  any: (text) => {
    try {
      return JSON.parse(text);
    } catch (error) {
      return fail("Enter JSON: " + error.message + ".");
    }
  },
};
const hints = {
  integer: "a whole number",
  number: "a number",
  date: "a time as ISO 8601",
  data: "Base64",
  any: "JSON",
};

let fieldCount = 0;
/** A control with its label and its error. `parse` reads the value, or throws what is wrong. */
const makeField = (label, hint, control, parse) => {
  const id = "field-" + ++fieldCount;
  fill(control, { id, "aria-describedby": id + "-error" }, []);
  return {
    element: make(
      "div",
      { class: "form-field" },
      make("label", { for: id }, label, hint ? make("span", { class: "quiet" }, " " + hint) : null),
      control,
      make("p", { class: "field-error", id: id + "-error" }),
    ),
    read: (report) => {
      let [value, message] = [undefined, ""];
      try {
        value = parse();
      } catch (error) {
        message = error.message;
      }
      report(control, message);
      return value;
    },
  };
};
const makeSelect = (label, values) => {
  const options = values.map((value, at) => make("option", { value: String(at) }, String(value)));
  const select = make("select", { class: "field" }, options);
  return { select, field: makeField(label, "", select, () => values[Number(select.value)]) };
};
const group = (label, ...children) =>
  label
    ? make("fieldset", {}, make("legend", {}, label), children)
    : make("div", { class: "form-group" }, children);

/** Items that one can add and remove. `item` makes one from a function that removes it. */
const makeItems = (label, item) => {
  const items = new Set();
  const list = make("div", { class: "form-items" });
  const insert = () => {
    const added = item(make("button", {
      class: "button",
      type: "button",
      "aria-label": "Remove from " + label,
      onclick: () => {
        items.delete(added);
        added.element.remove();
        adder.focus();
      },
    }, "Remove"));
    items.add(added);
    list.append(added.element);
    added.element.querySelector("input, select, textarea")?.focus();
  };
  const adder = make(
    "button",
    { class: "button", type: "button", "aria-label": "Add to " + label, onclick: insert },
    "Add",
  );
  return { element: group(label, list, adder), items };
};

/** Makes the editors of the descriptions that contain others. */
const nested = {
  object: (form, label) => {
    const members = form.members.map(({ key, isRequired, form }) => {
      const { isOptional, ...inner } = form;
      const editor = makeEditor(inner, key);
      return [key, isRequired && !isOptional ? editor : optional(editor, key, isRequired)];
    });
    return {
      element: group(label, members.map(([, editor]) => editor.element)),
      read: (report) => {
        // Not by assignment, to which '__proto__' is no key.
        const values = members.map(([key, editor]) => [key, editor.read(report)]);
        return Object.fromEntries(values.filter(([, value]) => value !== undefined));
      },
    };
  },
  array: (form, label) => {
    const { element, items } = makeItems(label || "the list", (remove) => {
      const editor = makeEditor(form.element, "Element");
      return { ...editor, element: make("div", { class: "form-item" }, editor.element, remove) };
    });
    return { element, read: (report) => [...items].map((item) => item.read(report)) };
  },
  dictionary: (form, label) => {
    const { element, items } = makeItems(label || "the dictionary", (remove) => {
      const input = make("input", { class: "field", autocomplete: "off" });
      const key = makeField("Key", "", input, () => {
        const others = [...items].filter((other) => other.input.value === input.value);
        return others.length > 1 ? fail("Another value has this key.") : input.value;
      });
      const editor = makeEditor(form.value, "Value");
      const element = make("div", { class: "form-item" }, key.element, editor.element, remove);
      return { element, input, read: (report) => [key.read(report), editor.read(report)] };
    });
    return {
      element,
      read: (report) => Object.fromEntries([...items].map((item) => item.read(report))),
    };
  },
  cases: (form, label) => {
    const { select, field } = makeSelect("Case", form.cases.map(({ key }) => key));
    const editors = form.cases.map(({ key, form }) => makeEditor(form, key));
    const showCase = () =>
      editors.forEach(({ element }, at) => element.hidden = at !== Number(select.value));
    select.addEventListener("change", showCase);
    showCase();
    return {
      element: group(label, field.element, editors.map(({ element }) => element)),
      read: (report) => {
        const at = Number(select.value);
        return Object.fromEntries([[form.cases[at].key, editors[at].read(report)]]);
      },
    };
  },
  choice: (form, label) => makeSelect(label || "Value", form.values).field,
  boolean: (_, label) => {
    const { select, field } = makeSelect(label || "Value", [false, true]);
    for (const [at, text] of ["no", "yes"].entries()) select.options[at].textContent = text;
    return field;
  },
};

/** An editor that one can leave out: its value is then `null` if the key has to stand there. */
const optional = (editor, label, isNull) => {
  const box = make("input", { type: "checkbox", onchange: () => update() });
  const update = () => editor.element.hidden = !box.checked;
  update();
  return {
    element: make(
      "div",
      { class: "form-optional" },
      make("label", {}, box, " " + (label ? "With " + label : "With a value")),
      editor.element,
    ),
    read: (report) => box.checked ? editor.read(report) : isNull ? null : undefined,
  };
};

/**
 * Makes an editor of the JSON values with a description: its element, and `read`, which returns
 * the value and calls `report` with each control and its error, or an empty string.
 */
const makeEditor = (form, label) => {
  const { isOptional, ...inner } = form;
  if (isOptional) return optional(makeEditor(inner, label), label, true);
  if (nested[form.type]) return nested[form.type](form, label);
  const type = parsers[form.type] ? form.type : "any";
  const control = make(type === "string" || type === "any" ? "textarea" : "input", {
    class: "field" + (type === "any" ? " mono" : ""),
    rows: type === "any" ? "4" : "1",
    autocomplete: "off",
    spellcheck: "false",
    inputmode: type === "integer" ? "numeric" : type === "number" ? "decimal" : null,
  });
  return makeField(label || "Value", hints[type], control, () => parsers[type](control.value));
};

/** Reads an editor and shows the errors in it. Returns `null`, and focuses the first one, if any. */
const readEditor = (editor) => {
  const wrong = [];
  const value = editor.read((control, message) => {
    place(control.id + "-error").textContent = message;
    if (message) wrong.push(control);
    if (message) control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
  });
  if (wrong.length) wrong[0].focus();
  return wrong.length ? null : { value };
};
/** Returns the value of an editor in words, although it may be incomplete. */
const draftOf = (editor, text) => {
  let isWhole = true;
  const value = editor.read((_, message) => isWhole = isWhole && !message);
  return isWhole ? text(value) : "\u2026";
};

// Dialogs and announcements.

/**
 * Asks before something is done, does it by `run`, and shows the answer or the error. If `run`
 * returns `null`, nothing was done yet. An empty answer closes the dialog. Returns whether it was
 * done, after the dialog has closed.
 */
const ask = ({ title, says = [], editor, preview, action, isDangerous, run }) =>
  new Promise((resolve) => {
    let isDone = false;
    const opener = document.activeElement && document.activeElement.dataset.key;
    const answer = make("div", { class: "answer", role: "status" });
    const draft = preview && make("pre", { class: "code", "aria-label": "What is sent" });
    const close = make(
      "button",
      { class: "button", type: "button", onclick: () => dialog.close() },
      "Close",
    );
    const go = make(
      "button",
      { class: "button " + (isDangerous ? "danger" : "primary"), type: "submit" },
      action,
    );
    const update = () => draft && (draft.textContent = preview());
    const submit = async (event) => {
      event.preventDefault();
      if (go.disabled || isDone) return;
      go.disabled = true;
      answer.replaceChildren();
      try {
        const told = await run();
        if (told === null) return;
        // A route may run for long. What it has done is told without the dialog, too.
        if (!dialog.open) return announce(told);
        isDone = true;
        if (!told) return dialog.close();
        go.hidden = true;
        answer.classList.remove("failing");
        answer.replaceChildren(told);
        close.focus();
      } catch (error) {
        if (!dialog.open) return announce(error.message, true);
        answer.classList.add("failing");
        answer.replaceChildren(error.message);
      } finally {
        go.disabled = false;
      }
    };
    const form = make(
      "form",
      { novalidate: true, onsubmit: submit, oninput: update, onchange: update, onclick: update },
      make("h2", { id: "dialog-title" }, title),
      says.map((text) => make("p", {}, text)),
      editor ? editor.element : null,
      draft,
      answer,
      make("div", { class: "dialog-buttons" }, close, go),
    );
    // Return sends a line; with Shift, it is a part of the string.
    form.addEventListener("keydown", (event) => {
      const { key, shiftKey, target } = event;
      if (key !== "Enter" || shiftKey || target.tagName !== "TEXTAREA" || target.rows > 1) return;
      event.preventDefault();
      form.requestSubmit();
    });
    const dialog = make("dialog", {
      "aria-labelledby": "dialog-title",
      onclose: () => {
        dialog.remove();
        if (opener) document.querySelector(keyed(opener))?.focus();
        resolve(isDone);
      },
      // The keys of the page are not for what is below the dialog.
      onkeydown: (event) => event.stopPropagation(),
    }, form);
    document.body.append(dialog);
    update();
    dialog.showModal();
  });

/** The place of announcements, which has to be there before the first one. */
const toastPlace = () =>
  place("toast") || document.body.appendChild(make("div", { id: "toast", role: "status" }));
/** Says how an action has ended, for eyes and for screen readers. */
const announce = (text, isError) => {
  const toast = toastPlace();
  toast.classList.toggle("failing", Boolean(isError));
  toast.replaceChildren(
    make("span", {}, text),
    make("button", {
      class: "link",
      type: "button",
      onclick: () => toast.replaceChildren(),
    }, "Dismiss"),
  );
};

const busy = new Set();
/** A button that does something, once at a time. The key names it, also if it is drawn again. */
const actionButton = (key, text, action, label) => {
  toastPlace();
  return make("button", {
    class: "button act",
    type: "button",
    "data-key": key,
    "aria-label": label,
    disabled: busy.has(key),
    onclick: async (event) => {
      if (busy.has(key)) return;
      busy.add(key);
      try {
        const running = action();
        event.target.disabled = true;
        await running;
      } catch (error) {
        announce(error.message, true);
      } finally {
        busy.delete(key);
        for (const button of document.querySelectorAll(keyed(key))) button.disabled = false;
        if (document.activeElement === document.body) document.querySelector(keyed(key))?.focus();
      }
    },
  }, text);
};
/** A button that sends a command and announces the answer. */
// deno-lint-ignore no-unused-vars -- The parts call it.
const commandButton = (key, text, label, name, values, tell) =>
  actionButton(key, text, async () => announce(tell(await source.command(name, values))), label);

// What can be done to declarations.

const jsonText = (value) => JSON.stringify(value, null, 2);
const code = (value) =>
  make("pre", { class: "code" }, typeof value === "string" ? value : jsonText(value));

/** The URL of a pattern with values, and the values that it has no place for. */
const addressOfRoute = (pattern, values) => {
  const rest = new Map(Object.entries(values));
  const text = pattern.replace(/^\{([^,}]*)[^}]*\}:\/\//, "$1://");
  const url = text.replace(
    /(\/?)\{(\*?)([^}:?*]+)(?::[^}?]*)?(\?)?\}/g,
    (_, slash, isRest, name, isOptional) => {
      const value = rest.get(name);
      rest.delete(name);
      if (value === undefined || value === null) return isOptional ? "" : slash;
      const parts = isRest ? String(value).split("/") : [String(value)];
      return slash + parts.map(encodeURIComponent).join("/");
    },
  );
  return {
    url: url.includes("://") ? url : "kl://" + url,
    parameters: Object.fromEntries(rest),
  };
};

/** Asks for the value of a declaration by its form, and does something with it. */
const askForm = async (kind, name, { job, title, says, action, preview = jsonText, run, wrap }) => {
  const { fields, note } = await source.command("form", { kind, name, job });
  const isEmpty = fields && fields.type === "object" && !fields.isOptional &&
    !fields.members.length;
  // Events without a form may need no value at all.
  const editor = (wrap || ((one) => one))(
    makeEditor(fields || { type: "any", isOptional: kind === "event" || kind === "signal" }),
  );
  return ask({
    title,
    says: [...says, note].filter(Boolean),
    editor: isEmpty && !wrap ? { element: null } : editor,
    preview: () => draftOf(editor, preview),
    action,
    run: () => {
      const input = readEditor(editor);
      return input && run(input.value);
    },
  });
};
const enqueue = (name) =>
  askForm("job", name, {
    title: "Enqueue " + name,
    says: ["Adds a job to the store. A worker runs it, perhaps in another process."],
    action: "Enqueue",
    wrap: (payload) => {
      const queue = optional(makeEditor({ type: "string" }, "queue"), "another queue");
      return {
        element: group("", payload.element, queue.element),
        read: (report) => ({ payload: payload.read(report), queue: queue.read(report) }),
      };
    },
    run: async ({ payload = null, queue }) => {
      const values = { action: "enqueue", name, payload, queue };
      const { id, isNew } = await source.command("jobs", values);
      const says = isNew === false ? "Another job has the unique key: " : "Enqueued the job ";
      return make("p", {}, says, jobLink(id), ".");
    },
  });
const call = (pattern) => {
  const sent = (value) => {
    const { url, parameters } = addressOfRoute(pattern, value);
    return Object.keys(parameters).length ? url + "\nparameters " + jsonText(parameters) : url;
  };
  return askForm("route", pattern, {
    title: "Call " + pattern,
    says: ["Calls the route in the app, with all its effects."],
    action: "Call",
    preview: (value) => sent(value || {}),
    run: async (value) => {
      const result = await source.command("call", addressOfRoute(pattern, value || {}));
      return result === null ? "The route returned nothing." : code(result);
    },
  });
};
const trigger = (name) =>
  askForm("event", name, {
    title: "Trigger " + name,
    says: ["Runs all callbacks and wires of the event, and waits for the callbacks."],
    action: "Trigger",
    run: async (value) => {
      const { callbacks } = await source.command("trigger", { event: name, value });
      return "Triggered: " + counted(callbacks, "callback") + ".";
    },
  });
const runTask = (name) =>
  ask({
    title: "Run " + name,
    says: ["Runs the task in this process now, without the tasks that it requires."],
    action: "Run",
    run: async () => {
      const { outcome, isSuccess, seconds } = await source.command("run-now", { name });
      const took = seconds === undefined ? "" : ", after " + time(seconds * 1e6);
      return isSuccess ? "The task finished: " + outcome + took + "." : fail(
        "The task did not succeed: " + outcome + took + ".",
      );
    },
  });

const declarationActions = {
  event: ["Trigger\u2026", trigger],
  route: ["Call\u2026", call],
  task: ["Run\u2026", runTask],
  job: ["Enqueue\u2026", enqueue],
};
/** Makes the part that acts on declarations. */
// deno-lint-ignore no-unused-vars -- page.js calls it.
const makeForms = () => ({
  editor: makeEditor,
  read: readEditor,
  ask,
  /** Returns what can be done to a declaration, or `null`. */
  actionsFor: (node) => {
    const [text, act] = declarationActions[node.kind] || [];
    if (!source.canAct || !act) return null;
    const button = actionButton("act-" + node.id, text, () => act(node.name));
    return make("div", { class: "actions" }, button);
  },
});
