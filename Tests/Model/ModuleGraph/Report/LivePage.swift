import Foundation
import ModuleGraph

/// A page of a running app, whose server is a script in the page.
///
/// In the page, `press` clicks a button by its name, `until` waits for a condition, `sent` has the
/// commands of the page, and `emit` delivers an event.
struct LivePage {
  let html: String

  /// Makes a page from a page in a file.
  ///
  /// - Parameters:
  ///   - graph: The graph of the app.
  ///   - role: The role of the person who looks at the page.
  ///   - answer: A JavaScript expression of `command` and `values`, with the result of a command.
  ///     If it throws a string, the server refuses the command.
  init(_ graph: ModuleGraph, role: String = "admin", answer: String) {
    let page = graph.html(title: "Harbor")
    let nonce = page.firstMatch(of: /nonce="([^"]*)"/).map { String($0.1) } ?? ""
    let head = """
      <meta name="modkit-live" content='{"role":"\(role)","token":"secret","process":"harbor (1)"}'>
      <script nonce="\(nonce)">
      window.sent = [];
      const respond = (value, status = 200) => new Response(JSON.stringify(value), { status });
      window.fetch = async (path, options) => {
        if (path === "/api/snapshot") return new Response(document.getElementById("data").text);
        if (path === "/api/trace") {
          window.traces = (window.traces || 0) + 1;
          return new Response(document.getElementById("trace-data")?.text ?? "{}");
        }
        const { command, arguments: values } = JSON.parse(options.body);
        const token = options.headers["X-Modkit-Token"];
        sent.push({ command, values, token, body: options.body });
        try {
          return respond({ result: (\(answer)) });
        } catch (message) {
          return respond({ error: { code: "failed", message: String(message) } }, 403);
        }
      };
      const refuse = (message) => { throw message; };
      window.EventSource = class extends EventTarget {
        constructor() {
          super();
          window.stream = this;
          setTimeout(() => this.onopen());
        }
      };
      window.emit = (type, data) =>
        stream.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
      window.until = (look) => new Promise((found) => {
        const again = () => look() ? found(true) : setTimeout(again, 5);
        again();
      });
      window.press = async (name) => {
        const named = () => [...document.querySelectorAll("button, a")].filter((one) =>
          (one.ariaLabel || one.textContent) === name && one.checkVisibility() && !one.disabled);
        await until(() => named().length);
        named().at(-1).click();
        return true;
      };
      window.dialog = () => document.querySelector("dialog[open]");
      </script>
      </head>
      """
    html = page.replacing("</head>", with: head, maxReplacements: 1)
  }
}
