import Foundation
import SectionRegistry
import Testing

@testable import TaskKit

extension TaskEvent {
  /// An event that nothing else in these tests is for.
  static let declaredHere = TaskEvent(rawValue: 1 << 40)
}

/// What the tests of declarations have declared, by name.
enum Declared {
  private static let all = DeclaredTasks()

  /// The task of a name.
  static func task(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TaskDefinition {
    try #require(all.all().definitions.first { $0.name == name }, sourceLocation: sourceLocation)
  }

  /// What is wrong with the declarations of a file.
  static func problems(inFile file: String) -> [TaskError] {
    all.all().problems.filter { $0.location?.fileID == "TaskKitTests/\(file)" }
  }

  /// The record of a task.
  static func record(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Record {
    try #require(
      SectionRegistry.records.first {
        $0.key == name && [.eventTask, .notificationTask, .scheduledTask].contains($0.kind)
      }, sourceLocation: sourceLocation)
  }

  /// What the record of a task says beside its name.
  static func detail(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> NSDictionary {
    let text = try record(name, sourceLocation: sourceLocation).detail
    return try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary,
      sourceLocation: sourceLocation)
  }
}

extension TaskBody {
  /// Where it runs.
  enum Place: Equatable, Sendable {
    case anywhere
    case onMain
    /// It may suspend, and goes to its actor by itself.
    case suspending
  }

  var place: Place? {
    guard plain != nil else { return .suspending }
    return isOnMain ? .onMain : .anywhere
  }

  /// Does what the task does, where it must.
  @concurrent
  func callAsFunction(
    as name: String = "task", notification: sending Notification? = nil
  ) async throws -> (any Sendable)? {
    let input = Input(context: TaskContext(task: name), notification: notification)
    if let plain, !isOnMain { return try plain.call(input) }
    return try await call(input)
  }
}

extension [TaskReference] {
  /// The types by their names, and the names in quotes.
  var texts: [String] {
    map { reference in
      switch reference.target {
      case .type(let type): "\(type)"
      case .name(let name): "'\(name)'"
      }
    }
  }
}

/// What tasks of these tests throw.
struct Refused: Error, Equatable {
  var number = 0
}

/// An actor that is not the main one.
@globalActor actor StoreActor {
  static let shared = StoreActor()
}
