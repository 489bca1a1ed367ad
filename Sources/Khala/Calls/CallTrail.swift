/// The calls whose filters and interceptors run in the current task, each made by a rule of the
/// previous call.
///
/// The trail detects calls that reach their own filter or interceptor again. It exists only while
/// such rules run.
final class CallTrail: Sendable {
  @TaskLocal private static var current: CallTrail?

  private let address: RouteAddress
  private let outer: CallTrail?
  private let depth: Int

  private init(_ address: RouteAddress, in outer: CallTrail?) {
    self.address = address
    self.outer = outer
    depth = (outer?.depth ?? 0) + 1
  }

  /// Runs a rule for a call to an address.
  ///
  /// - Throws: A ``KhalaError`` that rejects the call, with the error of the rule as its reason.
  static func follow<Result>(
    to address: RouteAddress, _ rule: () throws -> Result
  ) throws(KhalaError) -> Result {
    let trail = try next(address)
    do {
      return try $current.withValue(trail, operation: rule)
    } catch {
      throw .rejected(with: error, url: address.textWithoutQuery)
    }
  }

  /// Runs an asynchronous rule for a call to an address.
  ///
  /// - Throws: A ``KhalaError`` that rejects the call, with the error of the rule as its reason.
  nonisolated(nonsending) static func follow<Result>(
    to address: RouteAddress, _ rule: nonisolated(nonsending) () async throws -> Result
  ) async throws(KhalaError) -> Result {
    let trail = try next(address)
    do {
      return try await $current.withValue(trail, operation: rule)
    } catch {
      throw .rejected(with: error, url: address.textWithoutQuery)
    }
  }

  private static func next(_ address: RouteAddress) throws(KhalaError) -> CallTrail {
    let trail = CallTrail(address, in: current)
    guard trail.depth <= CallRun.redirectLimit else { throw .redirectLoop(trail.addresses) }
    return trail
  }

  /// The addresses, starting with the outermost call.
  private var addresses: [RouteAddress] {
    var addresses: [RouteAddress] = []
    var trail: CallTrail? = self
    while let one = trail {
      addresses.append(one.address)
      trail = one.outer
    }
    return addresses.reversed()
  }
}
