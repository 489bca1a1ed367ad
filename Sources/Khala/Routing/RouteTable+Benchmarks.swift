/// What benchmarks, which are compiled outside of this module, measure of the
/// routing.
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

  /// A route, and what was captured.
  public struct Match: Sendable {
    private let match: RouteMatch<Int>

    fileprivate init(_ match: RouteMatch<Int>) {
      self.match = match
    }

    /// The number of the pattern.
    public var route: Int { match.route }

    /// What was captured under this name.
    public subscript(name: String) -> String? { match.captures[name] }
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
  public func match(_ address: Address) -> Match? {
    table.match(address.address).map(Match.init)
  }
}
