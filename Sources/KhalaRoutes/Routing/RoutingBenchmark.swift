/// The routing work that benchmarks measure, which are compiled outside of this module.
@_spi(Benchmarks)
public struct RoutingBenchmark: Sendable {
  private let table: RouteTable<Int>

  /// An address that was taken apart before.
  public struct Address: Sendable {
    fileprivate let address: RouteAddress

    /// Takes a URL apart.
    ///
    /// - Parameter text: The URL.
    /// - Throws: What is wrong with it.
    public init(_ text: String) throws {
      address = try RouteAddress(text)
    }
  }

  /// Builds a table of patterns, whose routes are their numbers.
  ///
  /// - Parameter patterns: The patterns.
  /// - Throws: What is wrong with one of them.
  public init(patterns: [String]) throws {
    table = RouteTable(
      try patterns.enumerated().map { RouteEntry(try RoutePattern($1), route: $0) })
  }

  /// Looks an address up.
  ///
  /// - Returns: The number of the pattern and how many texts it captured, in one
  ///   number; nothing if there is none.
  public func match(_ address: Address) -> Int? {
    find(address.address).map { $0.route << 8 | $0.captures.count }
  }

  /// Makes a whole match, as callers that keep it get it: an unused part would be
  /// optimized away.
  @inline(never)
  private func find(_ address: RouteAddress) -> RouteMatch<Int>? {
    table.match(address)
  }
}
