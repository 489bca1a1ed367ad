import Synchronization
import ToolkitTrace

/// A stub, which is active while its operation runs.
final class StubScope: Sendable {
  /// A match of a stub with an address.
  struct Answer {
    let target: RouteTarget
    let captures: RouteCaptures
  }

  /// The innermost stub of the calling code.
  private static var current: StubScope? {
    FreshStates.state(of: StubScope.self) ?? KhalaState.current.stub.withLock { $0 }
  }

  /// The number of operations with stubs that run in the process.
  private static let count = Atomic(0)

  /// A Boolean value that indicates whether any stub may be active.
  ///
  /// A relaxed load suffices: the code that created a task with stubs has counted them before.
  static var areActive: Bool { count.load(ordering: .relaxed) > 0 }

  /// The table with the stub's pattern only.
  private let table: RouteTable<Void>
  private let target: RouteTarget
  private let outer: StubScope?
  /// Tasks that outlive the operation still have the stub, but no longer use it.
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

  /// Runs an asynchronous operation with the stub.
  nonisolated(nonsending) func run<Result, Failure: Error>(
    _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    begin()
    defer { end() }
    return try await FreshStates.with(self, operation)
  }

  /// Uses the stub in all code of the current state until ``end()`` is called, also in code that no
  /// operation starts, such as jobs and schedules.
  func install() {
    begin()
    KhalaState.current.stub.withLock { $0 = self }
  }

  private func begin() {
    StubScope.count.add(1, ordering: .relaxed)
  }

  /// Ends the use of the stub.
  func end() {
    isActive.store(false, ordering: .relaxed)
    StubScope.count.subtract(1, ordering: .relaxed)
  }

  /// Returns the innermost active stub that matches an address.
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

  /// The innermost active stub of the current task.
  static var innermost: StubScope? { areActive ? current?.active : nil }

  /// This stub if it is active, or the next active one around it.
  private var active: StubScope? {
    var stub: StubScope? = self
    while let one = stub, !one.isActive.load(ordering: .relaxed) { stub = one.outer }
    return stub
  }
}

// Stubs belong to a task and its child tasks, not to the process. Concurrent tests therefore do not
// see each other's stubs.

extension Khala {
  /// Runs an operation in which calls of a route return a value.
  ///
  /// ```swift
  /// try Khala.withStub("kl://AModule/server", returning: 5) {
  ///   #expect(checkout.total() == 5)
  /// }
  /// ```
  ///
  /// The stub applies to all calls of the operation and of the tasks that it creates, until the
  /// operation returns. These include synchronous and asynchronous calls, notifications with
  /// ``KhalaNotify``, and functions with `@KhalaCall`.
  ///
  /// A stub answers after the filters have decided the destination of the call. It replaces the
  /// route, which need not exist, and neither interceptors nor fallbacks run. If several stubs match,
  /// the innermost one answers.
  ///
  /// - Parameters:
  ///   - pattern: The addresses that the stub answers, such as `kl://users/{id}`.
  ///   - value: The value that the calls return.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - operation: The operation that runs with the stub.
  /// - Returns: The result of the operation.
  /// - Throws: A ``KhalaError`` if the pattern is invalid, or the error of the operation.
  public static func withStub<Value: Sendable, Result>(
    _ pattern: String, returning value: Value, fileID: String = #fileID, line: Int = #line,
    _ operation: () throws -> Result
  ) throws -> Result {
    try stub(pattern, .returning({ _ in value }), fileID, line).run(operation)
  }

  /// Runs an asynchronous operation in which calls of a route return a value.
  nonisolated(nonsending) public static func withStub<Value: Sendable, Result>(
    _ pattern: String, returning value: Value, fileID: String = #fileID, line: Int = #line,
    _ operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    try await stub(pattern, .returning({ _ in value }), fileID, line).run(operation)
  }

  /// Runs an operation in which a closure answers the calls of a route.
  ///
  /// - Parameters:
  ///   - pattern: The addresses that the stub answers.
  ///   - handler: The closure that answers, on the thread of the caller. It also gets the captures
  ///     of the pattern.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - operation: The operation that runs with the stub.
  /// - Returns: The result of the operation.
  /// - Throws: A ``KhalaError`` if the pattern is invalid, or the error of the operation.
  public static func withStub<Answer, Result>(
    _ pattern: String, answering handler: @escaping @Sendable (KhalaArguments) throws -> Answer,
    fileID: String = #fileID, line: Int = #line, _ operation: () throws -> Result
  ) throws -> Result {
    try stub(pattern, .returning(handler), fileID, line).run(operation)
  }

  /// Runs an asynchronous operation in which a closure answers the calls of a route.
  nonisolated(nonsending) public static func withStub<Answer, Result>(
    _ pattern: String, answering handler: @escaping @Sendable (KhalaArguments) throws -> Answer,
    fileID: String = #fileID, line: Int = #line,
    _ operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    try await stub(pattern, .returning(handler), fileID, line).run(operation)
  }

  /// Runs an asynchronous operation in which an asynchronous closure answers the calls of a route.
  nonisolated(nonsending) public static func withStub<Answer: Sendable, Result>(
    _ pattern: String,
    answering handler:
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
