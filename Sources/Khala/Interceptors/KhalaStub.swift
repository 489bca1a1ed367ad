import Synchronization

/// A stub of a function with `@KhalaCall`, with the calls that it has answered.
///
/// The macro declares a function that creates it, beside the contract and with the same name. It is
/// internal, so a test imports the module of the contract with `@testable`, and an app does not see
/// it:
///
/// ```swift
/// @testable import PriceContract
///
/// let price = Prices.price { id in id == 7 ? 12 : 5 }
/// try Khala.withStub(price) { #expect(try Basket(ids: [7]).total() == 12) }
/// #expect(price.calls == [7])
/// ```
///
/// If a contract has several parameters, its arguments are a tuple. Without parameters, they are
/// `Void`. For a contract with closures or a `KhalaInfo`, the macro declares no such function. Stub
/// its URL instead.
///
/// - Concurrency: May be used from any thread.
public final class KhalaStub<Arguments>: Sendable {
  let pattern: String
  let body: RouteTarget.Body
  let location: CodeLocation

  /// The recorded calls, which the closure of the stub retains before the stub exists.
  private final class Calls: Sendable {
    let list = Mutex<[Arguments]>([])
  }

  private let answered: Calls

  private init(
    _ pattern: String, _ fileID: String, _ line: Int, _ answered: Calls, _ body: RouteTarget.Body
  ) {
    self.pattern = pattern
    self.body = body
    self.answered = answered
    location = CodeLocation(fileID: fileID, line: line)
  }

  /// Creates a stub that records no calls, because its arguments cannot be shared.
  ///
  /// - Warning: Code of the macro `@KhalaCall` calls this initializer. Do not call it directly.
  public convenience init<Result>(
    __url url: String, fileID: String, line: Int,
    arguments: @escaping @Sendable (KhalaArguments) throws -> Arguments,
    answer: @escaping @Sendable (Arguments) throws -> Result
  ) {
    self.init(url, fileID, line, Calls(), .returning { try answer(try arguments($0)) })
  }

  /// Creates a stub of an asynchronous contract that records no calls, because its arguments cannot
  /// be shared.
  ///
  /// - Warning: Code of the macro `@KhalaCall` calls this initializer. Do not call it directly.
  public convenience init<Result: Sendable>(
    __url url: String, fileID: String, line: Int,
    arguments: @escaping @Sendable (KhalaArguments) throws -> Arguments,
    asyncAnswer answer: @escaping @Sendable (Arguments) async throws -> Result
  ) {
    self.init(url, fileID, line, Calls(), .returningAsync { try await answer(try arguments($0)) })
  }
}

extension KhalaStub where Arguments: Sendable {
  /// The arguments of the answered calls, in their order.
  public var calls: [Arguments] { answered.list.withLock { $0 } }

  /// Creates a stub.
  ///
  /// - Warning: Code of the macro `@KhalaCall` calls this initializer. Do not call it directly.
  public convenience init<Result>(
    __url url: String, fileID: String, line: Int,
    arguments: @escaping @Sendable (KhalaArguments) throws -> Arguments,
    answer: @escaping @Sendable (Arguments) throws -> Result
  ) {
    let answered = Calls()
    self.init(
      url, fileID, line, answered,
      .returning { given in
        let values = try arguments(given)
        answered.list.withLock { $0.append(values) }
        return try answer(values)
      })
  }

  /// Creates a stub of an asynchronous contract.
  ///
  /// - Warning: Code of the macro `@KhalaCall` calls this initializer. Do not call it directly.
  public convenience init<Result: Sendable>(
    __url url: String, fileID: String, line: Int,
    arguments: @escaping @Sendable (KhalaArguments) throws -> Arguments,
    asyncAnswer answer: @escaping @Sendable (Arguments) async throws -> Result
  ) {
    let answered = Calls()
    self.init(
      url, fileID, line, answered,
      .returningAsync { given in
        let values = try arguments(given)
        answered.list.withLock { $0.append(values) }
        return try await answer(values)
      })
  }
}

extension Khala {
  /// Runs an operation in which a stub answers the calls of its contract.
  ///
  /// - Parameters:
  ///   - stub: The stub, which a function with the contract's name creates.
  ///   - operation: The operation that runs with the stub.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation.
  public static func withStub<Arguments, Result>(
    _ stub: KhalaStub<Arguments>, _ operation: () throws -> Result
  ) throws -> Result {
    try StubScope(stub.pattern, stub.body, location: stub.location).run(operation)
  }

  /// Runs an asynchronous operation in which a stub answers the calls of its contract.
  nonisolated(nonsending) public static func withStub<Arguments, Result>(
    _ stub: KhalaStub<Arguments>, _ operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    try await StubScope(stub.pattern, stub.body, location: stub.location).run(operation)
  }
}

/// A stub that answers in all code of a fresh state, until it is removed.
package struct InstalledStub: Sendable {
  private let scope: StubScope

  private init(_ scope: StubScope) {
    scope.install()
    self.scope = scope
  }

  /// Adds the stub of a contract to the state of the calling code.
  package init<Arguments>(_ stub: KhalaStub<Arguments>) throws(KhalaError) {
    self.init(try StubScope(stub.pattern, stub.body, location: stub.location))
  }

  /// Adds a stub of a URL pattern to the state of the calling code.
  package init<Answer>(
    _ pattern: String, at location: CodeLocation,
    answering handler: @escaping @Sendable (KhalaArguments) throws -> Answer
  ) throws(KhalaError) {
    self.init(try StubScope(pattern, .returning(handler), location: location))
  }

  /// Removes the stub.
  package func remove() { scope.end() }
}
