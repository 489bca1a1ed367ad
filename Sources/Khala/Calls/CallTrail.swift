/// The calls whose filters and interceptors are running in the current task, each
/// made by those of the one before.
///
/// It finds calls that come back to their own filter or interceptor, and is followed
/// only while these run.
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
  /// - Throws: What the rule throws, as the reason for which the call is rejected.
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

  /// Runs a rule that suspends for a call to an address.
  ///
  /// - Throws: What the rule throws, as the reason for which the call is rejected.
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

  /// The addresses, the first one first.
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
