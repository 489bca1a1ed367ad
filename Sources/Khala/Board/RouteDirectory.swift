import SectionRegistry
import Synchronization

/// Keeps the current board, and makes a new one when images are loaded or unloaded, or run-time
/// routes change.
///
/// - Concurrency: The first caller that needs a new board makes it outside the lock. Adding many
///   routes in a row therefore makes one board. If an outdated board is stored last, it is not
///   current, and the next caller makes another.
final class RouteDirectory: Sendable {
  private struct State {
    var revision = RecordRevision.none
    var board = RouteBoard(classes: [])
    /// The run-time routes, in the order in which they were added.
    var routes: [KhalaRoute] = []
    /// The number of changes to `routes`, and that number when the board was made.
    var routeChanges = 0
    var routeChangesOfBoard = 0
    /// The number of boards that were started.
    var versions = 0
  }

  private let state = Mutex(State())

  /// Each class keeps its identity for the lifetime of the directory, because it may have
  /// instances.
  private let classes: DeclaredValues<RoutingClass>

  /// Creates a directory of the declared classes that satisfy a condition.
  init(including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true }) {
    classes = DeclaredValues(of: .routingClass) { record in
      guard isIncluded(DeclaredItem(record)) else { return nil }
      return record.load(as: __KhalaModuleRecord.self).map { RoutingClass($0, declaredBy: record) }
    }
  }

  /// The board, with all declarations and routes at the time of this access.
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

  /// Removes a run-time route, so that no later call reaches it.
  ///
  /// - Returns: Whether the directory had the route.
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
    // The replaced board is released outside the lock.
    return state.withLock { state in
      let replaced = state.board
      state.board = board
      state.revision = revision
      state.routeChangesOfBoard = changes
      return (replaced, board)
    }.1
  }
}
