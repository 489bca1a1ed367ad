import Foundation
import ModularityTestSupport
import Schedules
import SectionRegistry
import Testing

@testable import TaskKit

// MARK: - What is declared

private let nothing: TaskEvent = []
private let never = 0
private let backwards = -1.0
private func noZone() throws -> ScheduleZone { try ScheduleZone("Mars/Olympus") }

#task("problem.noEvent", on: nothing) {}
#timer("problem.neverRuns", repeat: TaskRepeat(never), every: 1000) {}
#timer("problem.interval", every: backwards) {}
#schedule("problem.date", at: TaskDate(secondsSince1970: .nan)) {}

#schedule("problem.schedule", on: try .every(0, .months)) {}
@ScheduledTask("problem.zone", on: .daily(at: "02:30", in: try noZone()))
private enum WrongZone {
  static func run() {}
}

private func elements() -> [Any] { ["problem.noEvent", 5, Int.self, "", Refused(number: 1)] }

@EventTask("problem.dependency", on: .declaredHere)
private enum WrongDependency {
  static func run() {}
  static var dependency: [Any] { elements() }
}

// In types, where the linker cannot see that the names are the same.
private enum First {
  #task("problem.twice", on: .declaredHere) { "first" }
}
private enum Second {
  #timer("problem.twice", every: 1000) { "second" }
}

/// How often a record is evaluated by one test: others load it too, at any time.
private enum Evaluations {
  @TaskLocal static var ofThisTest = Counter()
}

@EventTask("problem.once", on: .declaredHere)
private enum Once {
  static func run() {}
  static var dependency: [String] {
    Evaluations.ofThisTest.add()
    return []
  }
}

// MARK: - What is said about it

@Suite struct DeclarationProblemTests {
  @Test func `A mistake that shows only at run time is reported with its source location`() {
    let place = "TaskKitTests/DeclarationProblemTests.swift"
    let interval =
      "its interval is -1.0 seconds; write a number from 0.001, a millisecond, to a thousand years"
    let noZone =
      "no time zone is named 'Mars/Olympus'. Use a name of the IANA database, such as "
      + "'Europe/Stockholm'."
    let advice =
      "is neither a type nor a task's name, and is omitted; write 'Name.self' or a string"
    let problems = Declared.problems(inFile: "DeclarationProblemTests.swift").map(\.description)
    #expect(
      Set(problems) == [
        "\(place):16: the task 'problem.noEvent': it has no event, so it would never run; name "
          + "its events, or '.demand'",
        "\(place):17: the task 'problem.neverRuns': its repeat count is 0; write 1 or more, or "
          + "'.forever'",
        "\(place):18: the task 'problem.interval': \(interval)",
        "\(place):19: the task 'problem.date': its date is 'nan', which is not in the future",
        "\(place):21: the task 'problem.schedule': nothing can repeat every 0 months. Write a "
          + "number from 1 to 1000000.",
        "\(place):22: the task 'problem.zone': \(noZone)",
        "\(place):29: the task 'problem.dependency': '5' in its 'dependency' \(advice)",
        "\(place):29: the task 'problem.dependency': '' in its 'dependency' \(advice)",
        "\(place):29: the task 'problem.dependency': 'Refused(number: 1)' in its 'dependency' "
          + advice,
        "\(place):40: the task 'problem.twice': a task of this name is already declared at "
          + "\(place):37, and only the first one is used; rename one of them",
      ])
    #expect(problems.count == 10)
    // With a zone that the compiler's machine does not have, '#schedule' is warned of.
    let cron = __TaskTrigger.cron("30 2 * * *", zone: "Mars/Olympus")
    #expect(cron.trigger.misfit == noZone)
  }

  @Test(.timeLimit(.minutes(10)))
  func `All problems of declarations are reported once, at launch`() async throws {
    let reports = try await ExpectedReports.recorder.waitForEvents(count: 10)
    let problems = Declared.problems(inFile: "DeclarationProblemTests.swift")
    #expect(Set(reports) == Set(problems.map(\.description)))
    #expect(reports.count == 10)
  }

  @Test func `The valid part of a partly invalid declaration is used`() async throws {
    #expect(
      try Declared.task("problem.dependency").requires.texts == ["'problem.noEvent'", "Int"])
    #expect(try await Declared.task("problem.twice").body() as? String == "first")
  }

  @Test func `The other declarations have no problems`() {
    for file in [
      "EventTaskTests", "ClosureTaskTests", "NotificationTaskTests", "ScheduledTaskTests",
    ] {
      #expect(Declared.problems(inFile: "\(file).swift").isEmpty)
    }
  }

  @Test func `A record is loaded once, whatever is added or removed`() throws {
    let tasks = DeclaredTasks()
    let filter = try #require(RecordFilter("task:problem.plain"))
    let evaluations = Counter()
    Evaluations.$ofThisTest.withValue(evaluations) {
      func isThere(_ name: String) -> Bool { tasks.all().definitions.contains { $0.name == name } }
      #expect(isThere("problem.once"))
      #expect(isThere("problem.plain"))
      SectionRegistry.disable(filter)
      #expect(!isThere("problem.plain"))
      #expect(isThere("problem.once"))
      SectionRegistry.enable(filter)
      #expect(isThere("problem.plain"))
    }
    #expect(evaluations.count == 1)
  }

  #task("problem.plain", on: .declaredHere) {}
}
