import SectionRegistry
import Synchronization

extension RecordKind {
  /// The kind of the records that declare routing classes.
  static let khala: RecordKind = "khla"
}

/// Keeps the current board, and makes a new one when images came or went out of
/// use.
///
/// - Concurrency: A board is made outside the lock. If an older one comes last,
///   its revision is not current, and the next caller makes another.
final class RouteDirectory: Sendable {
  /// The one of this process.
  static let process = RouteDirectory()

  private struct State {
    var revision = RecordRevision.none
    var board = RouteBoard(classes: [])
    /// The classes that records have given so far, by record.
    var known: [UInt64: RoutingClass] = [:]
  }

  private let state = Mutex(State())

  /// The board, with everything that was declared when this was called.
  var board: RouteBoard {
    while true {
      let revision = SectionRegistry.revision
      let current = state.withLock { $0.revision == revision ? $0.board : nil }
      if let current { return current }
      refresh(to: revision)
    }
  }

  private func refresh(to revision: RecordRevision) {
    let records = SectionRegistry.records(of: .khala)
    var known = state.withLock { $0.known }
    for record in records where known[record.id] == nil {
      // A record that declares something else is in the registry's list of
      // problems.
      known[record.id] = record.load(as: __KhalaModuleRecord.self).map {
        RoutingClass($0, declaredBy: record)
      }
    }
    let classes = state.withLock { state in
      // Classes of which another thread was first stay: they may have instances.
      state.known.merge(known) { first, _ in first }
      return records.compactMap { state.known[$0.id] }
    }
    var board = RouteBoard(classes: classes)
    _ = state.withLock { state in
      let replaced = state.board
      board.version = replaced.version + 1
      state.board = board
      state.revision = revision
      return replaced
    }
  }
}
