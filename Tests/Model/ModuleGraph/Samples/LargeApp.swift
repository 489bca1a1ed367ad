import Declarations
import ModuleGraph

/// The records of an app with thousands of declarations, always the same.
enum LargeApp {
  /// Makes about as many nodes as are asked for, in so many modules.
  static func records(nodes: Int = 5_000, modules: Int = 60) -> [DeclaredRecord] {
    var records: [DeclaredRecord] = []
    var number = 0
    // Each round declares about ten nodes in a module.
    while number * 10 < nodes {
      let module = "Module\(number % modules)"
      let file = "\(module)/File\(number / modules).swift"
      let other = ((number &* 2_654_435_761) >> 7) % max(number, 1)
      records.append(
        .sample(
          "rhea", "event\(number % 97)", file, 1, priority: 5, #"{"func":"callback\#(number)"}"#))
      records.append(
        .sample(
          "phob", ".relay\(number % 53)", file, 2, flags: .unresolvedKey,
          #"{"func":"observer\#(number)"}"#))
      records.append(
        .sample(
          "khla", "Class\(number)", file, 3,
          #"{"type":"Class\#(number)","functions":[{"name":"open","line":4},{"name":"close","line":5}]}"#
        ))
      records.append(SampleApp.contract("kl://Class\(other)/open", file, 6))
      records.append(
        .sample(
          "task", "Task\(number)", file, 7, priority: 2,
          SampleApp.event(
            "didFinishLaunching", dependsOn: number > 0 && number % 3 == 0 ? ["Task\(other)"] : []))
      )
      records.append(
        .sample("task", "Idle\(number)", file, 8, priority: 3, SampleApp.event("idle")))
      records.append(
        SampleApp.wire("event", "event\(number % 97)", "task", "Idle\(other)", file, 9))
      records.append(.sample("flag", "flag\(number)", file, 10, #"{"default":false}"#))
      number += 1
    }
    return records
  }
}
