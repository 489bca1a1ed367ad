import ModuleGraph
import Testing

/// The forms of JSON values, filled as a person does.
@Suite(.inBrowser, .serialized)
struct FormPageTests {
  private static let graph = ModuleGraph(records: SampleApp.records, live: SampleApp.live)

  /// A page on which `ask(form)` opens the form of an event's value.
  ///
  /// `send()` returns the sent value, or the errors in the form.
  private static let page = LivePage(
    graph, answer: #"command === "form" ? { fields: window.form } : { callbacks: 1 }"#)

  private static let helpers = #"""
    const ask = async (form) => {
      window.form = form;
      sent.length = 0;
      await press("Trigger…");
      await until(dialog);
    };
    const send = async () => {
      await press("Trigger");
      const errors = () => [...dialog().querySelectorAll(".field-error")]
        .map((one) => one.innerText).filter(Boolean);
      await until(() => errors().length || sent.some(({ command }) => command === "trigger"));
      const wrong = errors();
      if (!wrong.length) await until(() => dialog().querySelector("[role=status]").innerText);
      const request = sent.find(({ command }) => command === "trigger");
      dialog().close();
      await until(() => !dialog());
      return wrong.length ? { wrong } : { value: request.values.value, body: request.body };
    };
    """#

  private func evaluate<Value: Decodable & Sendable>(_ script: String) async throws -> Value {
    try await Browser().session { browser in
      try await browser.open(Self.page.html, at: "select=event:userDidLogin")
      return try await browser.evaluate("(async () => { \(Self.helpers) \(script) })()")
    }
  }

  @Test func `A form sends the value that was entered, for random descriptions`() async throws {
    let failures: [String] = try await evaluate(
      #"""
      let seed = 7;
      const below = (count) => {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        return Math.floor(seed / 4294967296 * count);
      };
      const text = () => ["", "a", "\"quoted\"", "<b>", "__proto__", "ä 7", " x "][below(7)];
      const some = (make) => Array.from({ length: below(3) }, (_, at) => make(at));
      const leaves = {
        string: text,
        integer: () => below(2000) - 1000,
        number: () => (below(2000) - 1000) / 8,
        boolean: () => below(2) === 1,
        date: () => "2026-11-30T02:00:0" + below(10) + "Z",
        data: () => btoa(text().replace("ä", "")),
        any: () => [null, [1, { a: "b" }], text()][below(3)],
      };
      /** Returns a description with a value of it, and `undefined` for a value that is left out. */
      const random = (depth) => {
        const isOptional = below(5) === 0;
        const [form, value] = bare(depth);
        return isOptional
          ? [{ ...form, isOptional }, below(2) ? value : null] : [form, value];
      };
      const bare = (depth) => {
        const names = Object.keys(leaves);
        const at = below(depth ? names.length + 5 : names.length);
        if (at < names.length) return [{ type: names[at] }, leaves[names[at]]()];
        const inner = random(depth - 1);
        switch (at - names.length) {
        case 0: {
          const members = some((at) => ["key" + at, below(3) > 0, random(depth - 1)]);
          const given = members.map(([key, isRequired, [, value]]) =>
            [key, isRequired || below(2) ? value : undefined]);
          return [
            { type: "object", members: members.map(([key, isRequired, [form]]) =>
              ({ key, isRequired, form })) },
            Object.fromEntries(given.map(([key, value], at) =>
              [key, value === null && !members[at][1] ? undefined : value])),
          ];
        }
        case 1: return [{ type: "array", element: inner[0] }, some(() => inner[1])];
        case 2: return [{ type: "dictionary", value: inner[0] },
          Object.fromEntries(some((at) => ["key" + at, inner[1]]))];
        case 3: return [{ type: "choice", values: ["a", "b", 3] }, ["a", "b", 3][below(3)]];
        default: {
          const cases = [["one", inner], ["two", random(depth - 1)]];
          const [key, [, value]] = cases[below(2)];
          return [{ type: "cases", cases: cases.map(([key, [form]]) => ({ key, form })) },
            { [key]: value }];
        }
        }
      };

      /** Fills the element of an editor, by its description. */
      const fill = (element, form, value, mayBeAbsent) => {
        if (form.isOptional || mayBeAbsent) {
          const isThere = value !== undefined && value !== null;
          if (isThere) element.querySelector("input[type=checkbox]").click();
          const { isOptional, ...inner } = form;
          if (isThere) fill(element.lastElementChild, inner, value);
          return;
        }
        const children = [...element.children].filter((one) => one.tagName !== "LEGEND");
        const choose = (select, at) => {
          select.value = String(at);
          select.dispatchEvent(new Event("change", { bubbles: true }));
        };
        switch (form.type) {
        case "object":
          form.members.forEach(({ key, isRequired, form }, at) =>
            fill(children[at], form, value[key], !isRequired));
          break;
        case "array":
          for (const one of value) {
            children.at(-1).click();
            fill(children[0].lastElementChild.firstElementChild, form.element, one);
          }
          break;
        case "dictionary":
          for (const [key, one] of Object.entries(value)) {
            children.at(-1).click();
            const item = children[0].lastElementChild;
            item.querySelector("input").value = key;
            fill(item.children[1], form.value, one);
          }
          break;
        case "cases": {
          const [[key, one]] = Object.entries(value);
          const at = form.cases.findIndex((one) => one.key === key);
          choose(children[0].querySelector("select"), at);
          fill(children[at + 1], form.cases[at].form, one);
          break;
        }
        case "choice":
          choose(element.querySelector("select"), form.values.indexOf(value));
          break;
        case "boolean":
          choose(element.querySelector("select"), value ? 1 : 0);
          break;
        default:
          element.querySelector(".field").value =
            form.type === "any" ? JSON.stringify(value) : String(value);
        }
      };

      const sorted = (value) => JSON.stringify(value, (_, one) =>
        one && typeof one === "object" && !Array.isArray(one)
          ? Object.fromEntries(Object.entries(one).sort()) : one);
      const failures = [];
      for (let round = 0; round < 120; round++) {
        const [form, value] = random(3);
        await ask(form);
        const root = dialog().querySelector("h2 ~ :is(fieldset, div):not(.answer, .dialog-buttons)");
        if (root) fill(root, form, value);
        const answer = await send();
        if (answer.wrong || sorted(answer.value) !== sorted(value)) {
          failures.push(JSON.stringify({ round, form, value, answer }));
        }
      }
      return failures.slice(0, 3);
      """#)
    #expect(failures == [])
  }

  @Test(arguments: [
    ("integer", "1.5", "Enter a whole number, such as 7."), ("integer", "", "Enter a whole number"),
    ("number", "seven", "Enter a number, such as 2.5."), ("number", " ", "Enter a number"),
    ("date", "2026-11-30", "Enter a time, such as 2026-11-30T02:00:00Z."),
    ("date", "2026-13-30T02:00:00Z", "Enter a time"), ("data", "AQI", "Enter bytes in Base64"),
    ("any", "{", "Enter JSON: "),
  ])
  func `An error stands at its field, and nothing is sent`(
    type: String, text: String, error: String
  ) async throws {
    let seen: [String] = try await evaluate(
      """
      await ask({ type: "object", members: [
        { key: "good", isRequired: true, form: { type: "string" } },
        { key: "bad", isRequired: true, form: { type: "\(type)" } }] });
      const control = dialog().querySelectorAll(".field")[1];
      control.value = "\(text)";
      await press("Trigger");
      await until(() => control.ariaInvalid === "true");
      return [document.getElementById(control.getAttribute("aria-describedby")).innerText,
        String(document.activeElement === control),
        String(sent.some(({ command }) => command === "trigger"))];
      """)
    #expect(seen[0].hasPrefix(error))
    #expect(seen.dropFirst() == ["true", "false"])
  }

  @Test func `Integers of 64 bits and equal keys are kept apart from what JavaScript does`()
    async throws
  {
    let seen: [String] = try await evaluate(
      """
      await ask({ type: "integer" });
      dialog().querySelector("input").value = "-9223372036854775808";
      const number = (await send()).body;
      await ask({ type: "dictionary", value: { type: "boolean" } });
      await press("Add to the dictionary");
      await press("Add to the dictionary");
      return [number, (await send()).wrong[0]];
      """)
    #expect(seen[0].contains(":-9223372036854775808}"))
    #expect(seen[1] == "Another value has this key.")
  }
}
