import SectionRegistry
import Synchronization

/// Keeps the current board, and makes a new one when images came or went out of
/// use, or run-time routes did.
///
/// - Concurrency: A board is made outside the lock, by the first caller that
///   needs it; so adding many routes in a row makes one board. If an older one
///   comes last, it is not current, and the next caller makes another.
final class RouteDirectory: Sendable {
  private struct State {
    var revision = RecordRevision.none
    var board = RouteBoard(classes: [])
    /// The routes of the run time, in the order in which they were added.
    var routes: [KhalaRoute] = []
    /// The number of changes to these, and their number when the board was made.
    var routeChanges = 0
    var routeChangesOfBoard = 0
    /// The number of boards that were begun.
    var versions = 0
  }

  private let state = Mutex(State())

  /// A class stays the same one for ever, because it may have instances.
  private let classes: DeclaredValues<RoutingClass>

  /// Creates a directory of the declared classes that satisfy a condition.
  init(including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true }) {
    classes = DeclaredValues(of: .routingClass) { record in
      guard isIncluded(DeclaredItem(record)) else { return nil }
      return record.load(as: __KhalaModuleRecord.self).map { RoutingClass($0, declaredBy: record) }
    }
  }

  /// The board, with everything that was declared and added when this was called.
  var board: RouteBoard {
    let revision = SectionRegistry.revision
    let current = state.withLock { state in
      state.revision == revision && state.routeChanges == state.routeChangesOfBoard
        ? state.board : nil
    }
    return current ?? newBoard(of: revision)
  }

  /// Adds a run-time route.
  func add(_ route: KhalaRoute) {
    state.withLock { state in
      state.routes.append(route)
      state.routeChanges += 1
    }
  }

  /// Takes a run-time route out: no call that begins later reaches it.
  ///
  /// - Returns: Whether it was there.
  /// - Complexity: O(*n*) in the number of routes.
  func remove(_ route: KhalaRoute) -> Bool {
    state.withLock { state in
      guard let index = state.routes.firstIndex(where: { $0 === route }) else { return false }
      state.routes.remove(at: index)
      state.routeChanges += 1
      return true
    }
  }

  private func newBoard(of revision: RecordRevision) -> RouteBoard {
    let classes = classes.all
    let (routes, changes, version) = state.withLock { state in
      state.versions += 1
      return (state.routes, state.routeChanges, state.versions)
    }
    let board = RouteBoard(classes: classes, routes: routes, version: version)
    // What is replaced is released outside the lock.
    return state.withLock { state in
      let replaced = state.board
      state.board = board
      state.revision = revision
      state.routeChangesOfBoard = changes
      return (replaced, board)
    }.1
  }
}
