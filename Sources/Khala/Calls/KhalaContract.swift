/// The properties that a function with `@KhalaCall` expects of its route.
///
/// - Warning: Records of kind `khct` return this type. Do not use it directly.
public struct __KhalaContract: Sendable {
  let url: String
  let parameters: [(name: String, type: any Any.Type)]
  let closureCount: Int
  let result: any Any.Type
  let isAsync: Bool

  init(
    _ url: String, _ parameters: [(String, any Any.Type)], closures: Int,
    result: any Any.Type, isAsync: Bool
  ) {
    self.url = url
    self.parameters = parameters.map { (name: $0.0, type: $0.1) }
    closureCount = closures
    self.result = result
    self.isAsync = isAsync
  }
}

extension Khala {
  /// Calls a route for a function with `@KhalaCall`.
  ///
  /// - Warning: Code of the macro `@KhalaCall` calls this function. Do not call it directly.
  public static func __call<Result>(
    _ url: String, _ values: [(String, Any?)], info: KhalaInfo? = nil,
    closures: [KhalaClosure?] = [], as type: Result.Type,
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) throws -> Result {
    let caller = CodeLocation(fileID: fileID, line: line)
    do throws(KhalaError) {
      let call = try Khala(contract: url, params(values, info), caller)
      return try call.call(as: Result.self, blocks: closures.map { $0 ?? { _ in } })
    } catch {
      throw error.thrownByContract(function, caller)
    }
  }

  /// Calls a route for a function with `@KhalaCall` that throws errors of one type.
  ///
  /// - Warning: Code of the macro `@KhalaCall` calls this function. Do not call it directly.
  public static func __call<Result, Failure: KhalaFailure>(
    _ url: String, _ values: [(String, Any?)], info: KhalaInfo? = nil,
    closures: [KhalaClosure?] = [], as type: Result.Type, throwing failure: Failure.Type,
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) throws(Failure) -> Result {
    let caller = CodeLocation(fileID: fileID, line: line)
    do throws(KhalaError) {
      let call = try Khala(contract: url, params(values, info), caller)
      return try call.call(as: Result.self, blocks: closures.map { $0 ?? { _ in } })
    } catch {
      throw error.thrownByContract(function, caller, as: failure)
    }
  }

  /// Calls a route for an asynchronous function with `@KhalaCall`.
  ///
  /// - Warning: Code of the macro `@KhalaCall` calls this function. Do not call it directly.
  public static func __callAsync<Result: Sendable>(
    _ url: String, _ values: [(String, (any Sendable)?)], info: sending KhalaInfo? = nil,
    closures: [KhalaClosure?] = [], as type: Result.Type,
    fileID: String = #fileID, line: Int = #line
  ) async throws -> Result {
    let given = params(values.map { ($0.0, $0.1) }, info)
    let caller = CodeLocation(fileID: fileID, line: line)
    do throws(KhalaError) {
      let call = try Khala(contract: url, given, caller)
      return try await call.sentResult(as: Result.self, blocks: closures.map { $0 ?? { _ in } })
    } catch {
      throw error.thrownByContract(nil, caller)
    }
  }

  /// Calls a route for an asynchronous function with `@KhalaCall` that throws errors of one type.
  ///
  /// - Warning: Code of the macro `@KhalaCall` calls this function. Do not call it directly.
  public static func __callAsync<Result: Sendable, Failure: KhalaFailure>(
    _ url: String, _ values: [(String, (any Sendable)?)], info: sending KhalaInfo? = nil,
    closures: [KhalaClosure?] = [], as type: Result.Type, throwing failure: Failure.Type,
    fileID: String = #fileID, line: Int = #line
  ) async throws(Failure) -> Result {
    let given = params(values.map { ($0.0, $0.1) }, info)
    let caller = CodeLocation(fileID: fileID, line: line)
    do throws(KhalaError) {
      let call = try Khala(contract: url, given, caller)
      return try await call.sentResult(as: Result.self, blocks: closures.map { $0 ?? { _ in } })
    } catch {
      throw error.thrownByContract(nil, caller, as: failure)
    }
  }

  private static func params(_ values: [(String, Any?)], _ info: KhalaInfo?) -> [AnyHashable: Any] {
    var params: [AnyHashable: Any] = info ?? [:]
    for (name, value) in values {
      if let value { params[name] = value }
    }
    return params
  }

  /// Makes a call to a URL that the macro has already checked.
  private convenience init(
    contract url: String, _ params: [AnyHashable: Any], _ caller: CodeLocation
  ) throws(KhalaError) {
    do {
      self.init(try RouteAddress(url), params: params, caller: caller)
    } catch {
      throw .invalidURL(url, because: error)
    }
  }
}

/// An error that the functions of a contract can throw by its type.
///
/// A function with `throws(FeedError)` throws the error of its route if that is a `FeedError`.
/// Every other error is a ``KhalaError``, from which you create a `FeedError`.
///
/// ```swift
/// enum FeedError: KhalaFailure {
///   case offline
///   case notReached(KhalaError)
///
///   init(_ error: KhalaError) { self = .notReached(error) }
/// }
/// ```
public protocol KhalaFailure: Error {
  /// Creates the error for a call that did not reach a route, or whose route threw an error of
  /// another type.
  init(_ error: KhalaError)
}

extension KhalaError: KhalaFailure {
  public init(_ error: KhalaError) { self = error }

  /// Returns the error that a contract function throws for this error of its call.
  ///
  /// The route's own errors are thrown unchanged. If the function does not wait but its route must
  /// be waited for, the error names the function, because the contract has to change.
  fileprivate func thrownByContract(_ function: String?, _ caller: CodeLocation) -> any Error {
    guard isAt(caller) else { return self }
    return switch code {
    case .functionFailed, .cancelled: underlyingError ?? self
    case .needsAsync:
      function.map { KhalaError.contractNeedsAsync($0, url: url).at(caller) } ?? self
    default: self
    }
  }

  fileprivate func thrownByContract<Failure: KhalaFailure>(
    _ function: String?, _ caller: CodeLocation, as type: Failure.Type
  ) -> Failure {
    let error = thrownByContract(function, caller)
    return error as? Failure ?? Failure(error as? KhalaError ?? self)
  }
}
