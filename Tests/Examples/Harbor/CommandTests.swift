import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

/// What the command line of Harbor answers, whatever its modules are.
@Suite struct CommandTests {
  static let commands = [
    "day", "launch", "call", "trigger", "explain", "routes", "events", "tasks", "relays",
    "schedules", "wires", "records", "problems", "graph", "report", "trace", "doctor", "serve",
    "ctl", "jobs",
    "completions", "help", "version",
  ]
  static let lists = [
    "routes", "events", "tasks", "relays", "schedules", "wires", "records", "problems",
  ]

  // MARK: - Help

  @Test(arguments: [["help"], ["--help"], ["-h"]])
  func `The help names every command and exit code`(words: [String]) async throws {
    let result = try await Command(
      executable: Bundle.main.bundleURL.appending(path: "harbor"), arguments: words
    ).succeed()
    #expect(result.errors == "")
    #expect(result.output == Self.help)
  }

  @Test(arguments: commands)
  func `The help of each command is the same however it is requested`(name: String) async throws {
    let help = try await harbor("help", name)
    #expect(help.succeeded)
    #expect(help.output.contains("\nusage: harbor \(name)"))
    let option = try await harbor(name, "--help")
    #expect(option.output == help.output)
    #expect(option.status == 0)
  }

  @Test func `The help of a command shows its parameters and options`() async throws {
    #expect(
      try await harbor("help", "graph").output == """
        Write the graph of all modules.

        usage: harbor graph [options]

        options:
          --format mermaid|dot|json  The format of the graph (default: mermaid).
          --level modules|nodes      The level of detail of the graph (default: modules).
          -o, --output <file>        The file to write or replace.
          --json                     Print JSON.

        Without '--output' it goes to standard output, as with the file '-'.

        """)
  }

  @Test func `The version is that of the package`() async throws {
    let result = try await harbor("--version")
    #expect(result.output == "harbor 0.1.0\n")
    #expect(result.status == 0)
    #expect(try await harbor("version").output == result.output)
  }

  @Test func `A failed write of output exits with 1`() async throws {
    let program = Bundle.main.bundleURL.appending(path: "harbor").path
    let result = try await Toolchain.command(
      "bash", ["-c", "'\(program)' routes >/dev/full"]
    ).result()
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("harbor: the answer cannot be written: "))
  }

  // MARK: - Mistakes

  @Test(
    arguments: [
      (["lauch"], "no command is named 'lauch'; did you mean 'launch'? Try 'harbor help'."),
      (["help", "rotues"], "no command is named 'rotues'; did you mean 'routes'?"),
      (["routes", "--jsn"], "'routes' has no option '--jsn'; did you mean '--json'?"),
      (["--sped", "2"], "'day' has no option '--sped'; did you mean '--speed'?"),
      (["--speed", "--json"], "'--speed <factor>' needs a value."),
      (["--speed"], "'--speed <factor>' needs a value. Try 'harbor help day'."),
      (["--speed", "fast"], "'--speed' must be a number above 0, not 'fast'."),
      (["--speed=-1"], "'--speed' must be a number above 0, not '-1'."),
      (["day", "--speed", "1", "--speed=2"], "'--speed' is given twice."),
      (["routes", "--json=yes"], "'--json' takes no value."),
      (["graph", "--format", "dott"], "'--format' cannot be 'dott'; did you mean 'dot'?"),
      (["completions", "ksh"], "shell cannot be 'ksh'; did you mean 'zsh'?"),
      (["completions"], "'completions' needs bash|fish|zsh."),
      (["call"], "'call' needs <url>. Try 'harbor help call'."),
      (["call", "kl://A/b", "value"], "'value' is not a pair such as key=value."),
      (["routes", "all"], "'routes' does not take 'all'."),
      (["report"], "'report' needs '-o, --output <file>'."),
    ] as [([String], String)])
  func `A usage error is named with a suggestion, and exits with 64`(
    words: [String], message: String
  ) async throws {
    let result = try await Command(
      executable: Bundle.main.bundleURL.appending(path: "harbor"), arguments: words
    ).result()
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("harbor: \(message)"))
    #expect(result.errorLines.count == 1)
  }

  // MARK: - Looking

  @Test(arguments: lists)
  func `A list is a table, or the same as JSON`(name: String) async throws {
    let result = try await harbor(name, "--json")
    #expect(result.status == 0)
    let rows = try #require(try json(result.output) as? [[String: Any]])
    let table = try await harbor(name)
    #expect(table.status == 0)
    // A heading above the rows, or nothing and a word about it.
    #expect(table.lines.count == (rows.isEmpty ? 0 : rows.count + 1))
    #expect(rows.isEmpty == table.errors.contains("no \(name)"))
    #expect(!table.output.contains("\u{1B}"))
  }

  @Test func `The doctor's exit code follows from its findings`() async throws {
    let result = try await harbor("doctor", "--json")
    let findings = try #require(try json(result.output) as? [[String: String]])
    let hasErrors = findings.contains { $0["severity"] == "error" }
    #expect(result.status == (hasErrors ? 1 : 0))
    #expect(result.errors.contains("the doctor has found") == hasErrors)
  }

  @Test func `The doctor finds problems of records, and exits with 1`() async throws {
    // A filter of records from outside that is written wrongly.
    let wrong = ["MODKIT_DISABLE": "anyone:knows"]
    let result = try await harbor("doctor", environment: wrong)
    #expect(result.status == 1)
    #expect(
      result.lines.contains {
        $0.hasPrefix("error: records: 'anyone:knows' in MODKIT_DISABLE disables nothing")
      })
    #expect(result.errors.hasPrefix("harbor: the doctor has found "))
    let findings = try json(try await harbor("doctor", "--json", environment: wrong).output)
    let first = try #require((findings as? [[String: String]])?.first)
    #expect(first["severity"] == "error")
  }

  @Test func `The runs of the launch are printed as JSON`() async throws {
    let result = try await harbor("launch", "--json")
    #expect(result.status == 0)
    let runs = try #require(try json(result.output) as? [[String: Any]])
    #expect(runs.allSatisfy { $0["tasks"] is [Any] && $0["criticalPath"] is [String] })
    // The unit of a duration is in its name.
    #expect(!runs.isEmpty)
    for run in runs {
      #expect(run["durationMicroseconds"] is Double)
      let tasks = try #require(run["tasks"] as? [[String: Any]])
      for key in ["startMicroseconds", "waitMicroseconds", "durationMicroseconds"] {
        #expect(tasks.allSatisfy { $0[key] is Double })
      }
    }
    let text = try await harbor("launch")
    #expect(text.status == 0)
    #expect(text.lines.count { $0.hasPrefix("critical path: ") } == runs.count)
  }

  // MARK: - Calling

  @Test func `An unresolved call exits with 1, and refers to the list of routes`() async throws {
    let result = try await harbor("call", "kl://NobodyIsCalledThis/x")
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.errors.contains("NobodyIsCalledThis"))
    #expect(result.errors.contains("'harbor routes' lists all routes"))
  }

  @Test func `The nearest name is suggested`() async throws {
    // Whatever the modules are: a route and an event that there are, misspelt.
    let routes = try json(try await harbor("routes", "--json").output) as? [[String: Any]]
    let route = routes?.compactMap { $0["url"] as? String }
      .first { !$0.contains("{") && $0.split(separator: "/").count == 2 && $0.count > 6 }
    if let route {
      let name = route.split(separator: "/")[1]
      let result = try await harbor("call", "kl://\(route.dropLast())")
      #expect(result.status == 1)
      #expect(result.errors.contains("'\(name)'"))
    }
    let events = try json(try await harbor("events", "--json").output) as? [[String: Any]]
    if let event = events?.compactMap({ $0["event"] as? String }).first(where: { $0.count > 6 }) {
      let result = try await harbor("trigger", "\(event.dropLast())")
      #expect(result.status == 1)
      #expect(result.errors.contains("did you mean"))
      #expect(result.errors.contains("'\(event)'"))
    }
  }

  @Test func `An unresolved URL is explained, and exits with 1`() async throws {
    let result = try await harbor("explain", "kl://NobodyIsCalledThis/x", "--json")
    #expect(result.status == 1)
    let explanation = try #require(try json(result.output) as? [String: Any])
    #expect(explanation["isMatch"] as? Bool == false)
    #expect(explanation["url"] as? String == "kl://NobodyIsCalledThis/x")
  }

  @Test func `An event without listeners exits with 1`() async throws {
    let result = try await harbor("trigger", "nobodyListensToThis")
    #expect(result.status == 1)
    #expect(result.errors.contains("nothing listens to an event 'nobodyListensToThis'"))
  }

  // MARK: - Drawing

  @Test(arguments: ["modules", "nodes"])
  func `The graph comes in three forms`(level: String) async throws {
    func graph(_ format: String) async throws -> String {
      let result = try await harbor("graph", "--format", format, "--level", level)
      #expect(result.status == 0)
      #expect(result.errors == "")
      return result.output
    }
    let dot = try await graph("dot")
    #expect(dot.hasPrefix("digraph ") && dot.hasSuffix("}\n"))
    #expect(try await graph("mermaid").hasPrefix("flowchart "))
    #expect(try json(try await graph("json")) is [String: Any])
  }

  @Test func `The graph is written to a file`() async throws {
    let folder = try TemporaryFolder(isShort: true)
    let file = folder.path("graph.dot")
    let result = try await harbor("graph", "--format", "dot", "-o", file)
    #expect(result.status == 0)
    #expect(result.output == "")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text == (try await harbor("graph", "--format", "dot")).output)
    #expect(try await harbor("graph", "--format", "dot", "-o", "-").output == text)
    let lost = try await harbor("graph", "-o", folder.path("none/x"))
    #expect(lost.status == 1)
    #expect(lost.errors.contains("none/x' cannot be written"))
  }

  @Test func `A report is an HTML page, and a trace is in Chrome's format`() async throws {
    let folder = try TemporaryFolder(isShort: true)
    let page = folder.path("page.html")
    let report = try await harbor("report", "-o", page, "--speed", "60")
    #expect(report.status == 0)
    #expect(report.output == "")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.lowercased().hasPrefix("<!doctype html>"))
    #expect(html.contains("<title>Harbor</title>"))

    let file = folder.path("trace.json")
    let trace = try await harbor("trace", "--output=\(file)", "--speed", "60")
    #expect(trace.status == 0)
    let recording = try json(try String(contentsOfFile: file, encoding: .utf8)) as? [String: Any]
    #expect(recording?["traceEvents"] is [Any])

    let lost = try await harbor("trace", "-o", folder.path("none/x"), "--speed", "60")
    #expect(lost.status == 1)
    #expect(lost.errors.contains("none/x' cannot be written"))
  }

  // MARK: - The day

  @Test func `A day is printed line by line, with a summary at the end`() async throws {
    let result = try await harbor("--speed", "60", "--json")
    #expect(result.status == 0)
    let lines = try result.lines.map { try #require(try json($0) as? [String: Any]) }
    #expect(lines.count > 1)
    #expect(lines.dropLast().allSatisfy { $0["time"] is String && $0["text"] is String })
    #expect(lines.last?["isComplete"] as? Bool == true)
    let text = try await harbor("day", "--speed=60")
    #expect(text.status == 0)
    #expect(!text.output.contains("\u{1B}"))
    #expect(!text.output.contains("\r"))
  }

  // MARK: - Completions

  @Test(arguments: ["bash", "fish", "zsh"])
  func `Completions cover every command and option`(shell: String) async throws {
    let result = try await harbor("completions", shell)
    #expect(result.status == 0)
    for name in Self.commands { #expect(result.output.contains(name)) }
    for option in ["json", "speed", "output", "socket", "format", "level"] {
      #expect(result.output.contains(shell == "fish" ? "-l \(option)" : "--\(option)"))
    }
  }

  @Test func `Bash completes a command, an option and a value`() async throws {
    let script = try await harbor("completions", "bash").output
    func completions(_ words: String...) async throws -> Set<String> {
      let line = words.map { "'\($0)'" }.joined(separator: " ")
      let result = try await Toolchain.command(
        "bash",
        [
          "-c",
          """
          \(script)
          COMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1); _harbor
          printf '%s\\n' "${COMPREPLY[@]}"
          """,
        ]
      ).succeed()
      return Set(result.lines)
    }
    #expect(try await completions("harbor", "ro") == ["routes"])
    #expect(try await completions("harbor", "graph", "--f") == ["--format"])
    #expect(try await completions("harbor", "graph", "--format", "") == ["mermaid", "dot", "json"])
    #expect(try await completions("harbor", "completions", "z") == ["zsh"])
    #expect(try await completions("harbor", "help", "wir") == ["wires"])
    #expect(try await completions("harbor", "ctl", "tr") == ["trigger", "trace"])
    #expect(try await completions("harbor", "--sp") == ["--speed"])
  }
}

extension CommandTests {
  static let help = """
    A port's operations desk: one app of modules that never import each other.

    usage: harbor [command] [options]
           harbor [--speed <factor>]    the day, as it passes

    commands:
      day          Run a day at the port, and show its log; the default command.
      launch       Launch, and show when each task ran and what the launch waited for.
      call         Call a route by its URL, and show its result.
      trigger      Trigger an event, and show what ran because of it.
      explain      Explain which route a URL matches, without calling it.
      routes       List the routes that can be called.
      events       List the events and their listeners.
      tasks        List the tasks and how they ended last.
      relays       List the relays that modules share, and their observers.
      schedules    List the tasks that a clock runs, and when.
      wires        List the wires and their deliveries.
      records      List the declarations that the binary carries.
      problems     List the problems of all declarations.
      graph        Write the graph of all modules.
      report       Run a day, and write a page with the graph and the trace.
      trace        Run a day, and write its trace in the format of Chrome and Perfetto.
      doctor       Find all problems of the app.
      serve        Run as a service: one day after the other, with a console open.
      ctl          Control a running 'harbor serve'.
      jobs         Show or steer the jobs of a running 'harbor serve'.
      completions  Write a script with which a shell completes commands and options.
      help         Show all commands, or the parameters and options of one.
      version      Show the version.

    'harbor help <command>' and 'harbor <command> --help' describe one command.

    exit codes:
      0    It succeeded, or was stopped by SIGTERM.
      1    It failed, or a name does not exist.
      64   The command line is invalid.
      124  A shutdown step missed its deadline.
      130  It was stopped by Ctrl-C.

    Colors are for terminals only; NO_COLOR turns them off.

    """
}
