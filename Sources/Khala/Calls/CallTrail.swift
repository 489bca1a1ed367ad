/// The calls whose filters and interceptors are running in the current task, each
/// made by those of the one before.
///
/// It finds calls that come back to their own filter or interceptor, and is followed
/// only while these run.
final class CallTrail: Sendable {
  /// The number of places to which a call may be sent, and the depth of calls inside each other.
  static let limit = 16

  @TaskLocal private static var current: CallTrail?

  private let location: RouteAddress
  private let outer: CallTrail?
  private let depth: Int

  private init(_ location: RouteAddress, in outer: CallTrail?) {
    self.location = location
    self.outer = outer
    depth = (outer?.depth ?? 0) + 1
  }

  /// Runs a rule for a call to a place.
  ///
  /// - Throws: What the rule throws, as the reason for which the call is refused.
  static func follow<Result>(
    to location: RouteAddress, _ rule: () throws -> Result
  ) throws(KhalaError) -> Result {
    let trail = try next(location)
    do {
      return try $current.withValue(trail, operation: rule)
    } catch {
      throw .refused(with: error, url: location.textWithoutQuery)
    }
  }

  /// Runs a rule that suspends for a call to a place.
  ///
  /// - Throws: What the rule throws, as the reason for which the call is refused.
  nonisolated(nonsending) static func follow<Result>(
    to location: RouteAddress, _ rule: nonisolated(nonsending) () async throws -> Result
  ) async throws(KhalaError) -> Result {
    let trail = try next(location)
    do {
      return try await $current.withValue(trail, operation: rule)
    } catch {
      throw .refused(with: error, url: location.textWithoutQuery)
    }
  }

  private static func next(_ location: RouteAddress) throws(KhalaError) -> CallTrail {
    let trail = CallTrail(location, in: current)
    guard trail.depth <= limit else { throw .redirectLoop(trail.locations) }
    return trail
  }

  /// The places, the first one first.
  private var locations: [RouteAddress] {
    var locations: [RouteAddress] = []
    var trail: CallTrail? = self
    while let one = trail {
      locations.append(one.location)
      trail = one.outer
    }
    return locations.reversed()
  }
}
