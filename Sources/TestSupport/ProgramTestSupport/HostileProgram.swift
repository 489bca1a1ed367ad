package import Declarations

/// A program with any number of declarations, in a form for which a simple tool takes quadratic
/// time.
///
/// No compiler creates it, but a file may contain it.
package struct HostileProgram: CustomStringConvertible, Sendable {
  package let description: String
  private let record: @Sendable (_ number: Int, _ count: Int) -> RecordFields

  /// Returns the records of a program with this number of declarations.
  package func records(_ count: Int) -> [RecordFields] {
    (1...count).map { record($0, count) }
  }

  package static let all =
    tasks + routes + wires + [
      HostileProgram("callbacks of one event") { number, _ in
        fields("rhea", "login", number, #"{"func":"f\#(number)"}"#)
      },
      HostileProgram("callbacks of one event in as many modules") { number, _ in
        fields("rhea", "login", number, module: "Module\(number)")
      },
      HostileProgram("keys of one name and different types") { number, _ in
        fields("phky", "cart", number, #"{"type":"T\#(number)","member":"cart"}"#)
      },
      HostileProgram("unique keys of one name") { number, _ in
        fields("page", "home", number, flags: .unique)
      },
    ]

  private static let tasks = [
    HostileProgram("tasks of one name") { number, _ in fields("task", "Sync", number) },
    HostileProgram("tasks in one cycle") { number, count in
      task(number, requiring: "Task\(number % count + 1)")
    },
    HostileProgram("tasks in cycles of two") { number, _ in
      task(number, requiring: "Task\((number - 1 ^ 1) + 1)")
    },
    HostileProgram("tasks that require unknown ones") { number, _ in
      task(number, requiring: "Missing\(number)")
    },
    HostileProgram("tasks that require misspelled ones") { number, _ in
      task(number, requiring: "Tsak\(number)")
    },
    HostileProgram("tasks that require one of a later event") { number, _ in
      number == 1
        ? fields("task", "Task1", 1, #"{"on":["didFinishLaunching"]}"#)
        : fields(
          "task", "Task\(number)", number,
          #"{"on":["willFinishLaunching"],"dependsOn":[{"name":"Task1"}]}"#)
    },
    HostileProgram("tasks in as many modules that require one") { number, _ in
      task(number, requiring: "Task1", module: "Module\(number)")
    },
    HostileProgram("tasks of two modules, of which one requires one of the other") { number, _ in
      task(number, requiring: "Task1", module: number == 1 ? "Base" : "Feed")
    },
    HostileProgram("modules in one cycle") { number, count in
      task(number, requiring: "Task\(number % count + 1)", module: "Module\(number)")
    },
    HostileProgram("schedules in one unknown time zone") { number, _ in
      fields("tsch", "Task\(number)", number, #"{"cron":"0 0 0 * * *","zone":"Nowhere/X"}"#)
    },
    HostileProgram("schedules in unknown time zones") { number, _ in
      fields(
        "tsch", "Task\(number)", number,
        #"{"cron":"0 0 0 * * *","zone":"Europe/Stokholm\#(number)"}"#)
    },
  ]

  private static let routes = [
    HostileProgram("classes of one name") { number, _ in
      fields("khla", "Feed", number, #"{"type":"Feed","functions":[{"name":"f"}]}"#)
    },
    HostileProgram("routes of one pattern") { number, _ in route(number, "/a/{b}") },
    HostileProgram("routes of one pattern on one line") { number, _ in
      route(number, "/a/{b}", line: 1)
    },
    HostileProgram("routes of one pattern and different priorities") { number, _ in
      route(number, "/a/{b}", priority: number)
    },
    HostileProgram("classes with one explicit pattern") { number, _ in
      route(number, "/a\(number)/{b}")
    },
    HostileProgram("different texts before captures of one component") { number, _ in
      route(number, "/x\(number)-{b}")
    },
    HostileProgram("different texts between captures, of two priorities") { number, _ in
      route(number, "/{a}-x\(number)-{b}", priority: number % 2)
    },
    HostileProgram("contracts of misspelled classes") { number, _ in
      number % 2 == 0
        ? route(number, "/a\(number)")
        : fields("khct", "kl://Clsas\(number)/f", number, #"{"parameters":[]}"#)
    },
    HostileProgram("contracts that fit none of many overloads") { number, _ in
      number == 1
        ? fields(
          "khla", "Feed", 1,
          #"{"type":"Feed","functions":[\#((1...64).map(overload).joined(separator: ","))]}"#)
        : fields(
          "khct", "kl://Feed/f", number, #"{"parameters":[{"name":"a","type":"T\#(number)"}]}"#)
    },
  ]

  private static let wires = [
    HostileProgram("wires of the same ends") { number, _ in wire("one", "other", number) },
    HostileProgram("wires in one cycle") { number, count in
      wire("event\(number)", "event\(number % count + 1)", number)
    },
    HostileProgram("wires in cycles of two") { number, _ in
      wire("event\(number)", "event\((number - 1 ^ 1) + 1)", number)
    },
    HostileProgram("wires from nearly the same events") { number, _ in
      wire("evnt\(number)x", "event\(number)y", number)
    },
    HostileProgram("wires to one event that nothing listens to") { number, _ in
      wire("login\(number)", "logn", number)
    },
  ]

  private init(
    _ description: String,
    _ record: @escaping @Sendable (_ number: Int, _ count: Int) -> RecordFields
  ) {
    self.description = description
    self.record = record
  }

  // MARK: - Records

  private static func fields(
    _ kind: RecordKind, _ key: String, _ line: Int, _ detail: String = "", module: String = "Feed",
    flags: RecordFlags = []
  ) -> RecordFields {
    RecordFields(
      kind: kind, key: key, fileID: "\(module)/File.swift", line: UInt32(line), column: 1,
      flags: flags, detail: detail)
  }

  private static func task(
    _ number: Int, requiring name: String, module: String = "Feed"
  ) -> RecordFields {
    fields("task", "Task\(number)", number, #"{"dependsOn":[{"name":"\#(name)"}]}"#, module: module)
  }

  private static func route(
    _ number: Int, _ pattern: String, priority: Int = 0, line: Int? = nil
  ) -> RecordFields {
    let route = #"{"pattern":"\#(pattern)","priority":\#(priority)}"#
    return fields(
      "khla", "Class\(number)", line ?? number,
      #"{"type":"Class\#(number)","functions":[{"name":"f","routes":[\#(route)]}]}"#)
  }

  private static func overload(_ number: Int) -> String {
    #"{"name":"f","parameters":[{"name":"a","type":"A\#(number)"}]}"#
  }

  private static func wire(_ from: String, _ to: String, _ line: Int) -> RecordFields {
    fields(
      "wire", "event \(from) -> event \(to)", line,
      #"{"from":{"kind":"event","name":"\#(from)"},"to":{"kind":"event","name":"\#(to)"}}"#)
  }
}
