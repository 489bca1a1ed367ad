/// The expectations of a function with `@KhalaCall` of the route that it calls.
///
/// - Warning: Records of kind `khct` hand this out. Do not use it directly.
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
  /// - Warning: The macro `@KhalaCall` writes calls of this. Do not call it
  ///   directly.
  public static func __call<Result>(
    _ url: String, _ values: [(String, Any?)], info: KhalaInfo? = nil,
    closures: [KhalaClosure?] = [], as type: Result.Type,
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) throws -> Result {
    let call = try Khala(contract: url, params(values, info), fileID, line)
    do throws(KhalaError) {
      return try call.call(as: Result.self, blocks: closures.map { $0 ?? { _ in } })
    } catch {
      throw call.problem(error, of: function)
    }
  }

  /// Calls a route for an asynchronous function with `@KhalaCall`.
  ///
  /// - Warning: The macro `@KhalaCall` writes calls of this. Do not call it
  ///   directly.
  public static func __callAsync<Result: Sendable>(
    _ url: String, _ values: [(String, (any Sendable)?)], info: sending KhalaInfo? = nil,
    closures: [KhalaClosure?] = [], as type: Result.Type,
    fileID: String = #fileID, line: Int = #line
  ) async throws -> Result {
    let given = params(values.map { ($0.0, $0.1) }, info)
    let call = try Khala(contract: url, given, fileID, line)
    return try await call.sentResult(as: Result.self, blocks: closures.map { $0 ?? { _ in } })
  }

  private static func params(_ values: [(String, Any?)], _ info: KhalaInfo?) -> [AnyHashable: Any] {
    var params: [AnyHashable: Any] = info ?? [:]
    for (name, value) in values {
      if let value { params[name] = value }
    }
    return params
  }

  /// Returns an error of this call as one of its contract, if that has to change.
  private func problem(_ error: KhalaError, of function: String) -> KhalaError {
    guard error.code == .needsAsync, error.isAt(caller) else { return error }
    return .contractNeedsAsync(function, url: error.url).at(caller)
  }

  /// A call to a URL of which the macro knows that it can be called.
  private convenience init(
    contract url: String, _ params: [AnyHashable: Any], _ fileID: String, _ line: Int
  ) throws(KhalaError) {
    do {
      self.init(
        try RouteAddress(url), params: params, caller: CodeLocation(fileID: fileID, line: line))
    } catch {
      throw .invalidURL(url, because: error)
    }
  }
}
