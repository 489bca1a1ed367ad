import Synchronization
import ToolkitTrace

/// A stub, for as long as its operation runs.
final class StubScope: Sendable {
  /// A stub that answers an address.
  struct Answer {
    let target: RouteTarget
    let captures: RouteCaptures
  }

  /// The innermost around the code that asks.
  private static var current: StubScope? { FreshStates.state(of: StubScope.self) }

  /// The number of operations with stubs that run in the process.
  private static let count = Atomic(0)

  /// A Boolean value that indicates whether it is worth looking for a stub.
  ///
  /// Relaxed: a task that has stubs was made by one that counted them before.
  static var areActive: Bool { count.load(ordering: .relaxed) > 0 }

  /// Has the pattern alone.
  private let table: RouteTable<Void>
  private let target: RouteTarget
  private let outer: StubScope?
  /// Tasks that outlive the operation still have the stub, and no longer use it.
  private let isActive = Atomic(true)

  init(_ pattern: String, _ body: RouteTarget.Body, location: CodeLocation) throws(KhalaError) {
    table = RouteTable([RouteEntry(try RoutePattern(pattern, at: location), route: ())])
    target = RouteTarget(body, name: pattern, location: location)
    outer = StubScope.current
  }

  /// Runs an operation with the stub.
  func run<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    begin()
    defer { end() }
    return try FreshStates.with(self, operation)
  }

  /// Runs an operation that suspends with the stub.
  nonisolated(nonsending) func run<Result, Failure: Error>(
    _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    begin()
    defer { end() }
    return try await FreshStates.with(self, operation)
  }

  private func begin() {
    StubScope.count.add(1, ordering: .relaxed)
  }

  private func end() {
    isActive.store(false, ordering: .relaxed)
    StubScope.count.subtract(1, ordering: .relaxed)
  }

  /// The innermost stub for an address.
  static func stub(for address: RouteAddress) -> Answer? {
    var stub = innermost
    while let one = stub {
      if let match = one.table.match(address) {
        return Answer(target: one.target, captures: match.captures)
      }
      stub = one.outer.flatMap(\.active)
    }
    return nil
  }

  /// The innermost stub of the task that is in force.
  static var innermost: StubScope? { areActive ? current?.active : nil }

  /// This one if it is in force, or the next one outside that is.
  private var active: StubScope? {
    var stub: StubScope? = self
    while let one = stub, !one.isActive.load(ordering: .relaxed) { stub = one.outer }
    return stub
  }
}
