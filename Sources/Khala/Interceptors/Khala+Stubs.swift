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

// Stubs belong to a task and to what it waits for, and not to the process: tests
// that run at the same time do not see each other's.

extension Khala {
  /// Runs an operation in which calls of a route return a value.
  ///
  /// ```swift
  /// try Khala.withStub("kl://AModule/server", returning: 5) {
  ///   #expect(checkout.total() == 5)
  /// }
  /// ```
  ///
  /// This counts for all calls of the operation and of tasks that it makes, until
  /// it returns: plain ones, asynchronous ones, those of a ``KhalaNotify``, and
  /// functions with `@KhalaCall`. A stub is asked once the filters have said where
  /// the call goes. It answers in place of the route, which need not exist, and
  /// neither interceptors nor fallbacks are asked. Of several that fit, the
  /// innermost answers.
  ///
  /// - Parameters:
  ///   - pattern: The addresses that it answers, such as `kl://users/{id}`.
  ///   - value: What the calls return.
  ///   - fileID: Where it is used; leave it out.
  ///   - line: Where it is used; leave it out.
  ///   - operation: What is done with the stub.
  /// - Returns: What the operation returns.
  /// - Throws: What is wrong with the pattern, or what the operation throws.
  public static func withStub<Value: Sendable, Result>(
    _ pattern: String, returning value: Value, fileID: String = #fileID, line: Int = #line,
    _ operation: () throws -> Result
  ) throws -> Result {
    try stub(pattern, .returning({ _ in value }), fileID, line).run(operation)
  }

  /// Runs an operation that suspends, in which calls of a route return a value.
  nonisolated(nonsending) public static func withStub<Value: Sendable, Result>(
    _ pattern: String, returning value: Value, fileID: String = #fileID, line: Int = #line,
    _ operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    try await stub(pattern, .returning({ _ in value }), fileID, line).run(operation)
  }

  /// Runs an operation in which a closure answers the calls of a route.
  ///
  /// - Parameters:
  ///   - pattern: The addresses that it answers.
  ///   - handler: What answers, on the thread of the caller; it gets what the
  ///     pattern captures, too.
  ///   - fileID: Where it is used; leave it out.
  ///   - line: Where it is used; leave it out.
  ///   - operation: What is done with the stub.
  /// - Returns: What the operation returns.
  /// - Throws: What is wrong with the pattern, or what the operation throws.
  public static func withStub<Answer, Result>(
    _ pattern: String, answering handler: @escaping @Sendable (KhalaArguments) throws -> Answer,
    fileID: String = #fileID, line: Int = #line, _ operation: () throws -> Result
  ) throws -> Result {
    try stub(pattern, .returning(handler), fileID, line).run(operation)
  }

  /// Runs an operation that suspends, in which a closure answers the calls of a
  /// route.
  nonisolated(nonsending) public static func withStub<Answer, Result>(
    _ pattern: String, answering handler: @escaping @Sendable (KhalaArguments) throws -> Answer,
    fileID: String = #fileID, line: Int = #line,
    _ operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    try await stub(pattern, .returning(handler), fileID, line).run(operation)
  }

  /// Runs an operation in which a closure that suspends answers the calls of a
  /// route, which have to wait for it.
  nonisolated(nonsending) public static func withStub<Answer: Sendable, Result>(
    _ pattern: String,
    answeringAsync handler:
      @escaping @isolated(any) @Sendable (sending KhalaArguments) async throws -> Answer,
    fileID: String = #fileID, line: Int = #line,
    _ operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    try await stub(pattern, .returningAsync(handler), fileID, line).run(operation)
  }

  private static func stub(
    _ pattern: String, _ body: RouteTarget.Body, _ fileID: String, _ line: Int
  ) throws(KhalaError) -> StubScope {
    try StubScope(pattern, body, location: CodeLocation(fileID: fileID, line: line))
  }
}
