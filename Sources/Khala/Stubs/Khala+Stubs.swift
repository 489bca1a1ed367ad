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
