import Declarations

/// A lookup for the dependencies of tasks.
struct TaskNames {
  /// The tasks that one spelling of a type may refer to.
  private struct Candidates {
    /// The first and the last of them, which are equal if only one exists.
    var range: ClosedRange<Int>
    /// The first task of each module.
    var firsts: [String: Int]

    mutating func add(_ number: Int, of module: String) {
      range = min(range.lowerBound, number)...max(range.upperBound, number)
      if firsts[module] == nil { firsts[module] = number }
    }
  }

  private let tasks: [DraftTask]
  /// The tasks by every suffix of their type, including the module.
  private var byEnding: [Substring: Candidates] = [:]
  /// The tasks by their type as declared.
  private var byPath: [Substring: Candidates] = [:]

  /// The maximum number of compared components of a type's path, which no source reaches.
  private static let deepest = 16

  init(_ tasks: [DraftTask]) {
    self.tasks = tasks
    for (number, task) in tasks.enumerated() {
      guard let type = task.type, !type.isEmpty else { continue }
      Self.add(number, of: task.module, for: type[...], to: &byPath)
      for ending in Self.endings(of: "\(task.module).\(type)") {
        Self.add(number, of: task.module, for: ending, to: &byEnding)
      }
    }
  }

  private static func add(
    _ number: Int, of module: String, for name: Substring, to table: inout [Substring: Candidates]
  ) {
    table[name, default: Candidates(range: number...number, firsts: [:])].add(number, of: module)
  }

  /// Returns the name of the task that a reference names.
  ///
  /// A type is known as it was written. If several tasks match, the result is one of the same
  /// module, and uncertain.
  ///
  /// - Complexity: O(1), in the length of the name.
  func find(
    _ reference: DraftTask.Reference, for dependent: DraftTask
  ) -> (name: String, isCertain: Bool) {
    switch reference {
    case .name(let name):
      return (name, true)
    case .type(let written):
      // `Feed.Refresh` may be a nested type or a type of a module.
      let endings = Self.endings(of: written)
      let found = [byEnding[written[...]]].compactMap(\.self) + endings.compactMap { byPath[$0] }
      guard let first = found.map(\.range.lowerBound).min(),
        let last = found.map(\.range.upperBound).max()
      else { return (endings.last.map(String.init) ?? written, true) }
      let own = found.compactMap { $0.firsts[dependent.module] }.min()
      return (tasks[own ?? first].name, first == last)
    }
  }

  /// Returns a path, and its suffixes after each of its last dots.
  private static func endings(of path: String) -> [Substring] {
    var starts: [String.Index] = []
    var index = path.endIndex
    while index > path.startIndex, starts.count < deepest {
      let before = path.utf8.index(before: index)
      if path.utf8[before] == UInt8(ascii: ".") { starts.append(index) }
      index = before
    }
    if starts.count < deepest { starts.append(path.startIndex) }
    return starts.reversed().map { path[$0...] }.filter { !$0.isEmpty }
  }
}
