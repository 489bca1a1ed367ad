/// The addresses that something is for: those of a pattern, or all.
struct RouteScope: Sendable {
  /// The pattern; none for all addresses.
  let pattern: String?
  private let table: RouteTable<Void>?

  /// Takes the addresses of a pattern, or all without one.
  init(_ pattern: String?, at location: CodeLocation) throws(KhalaError) {
    self.pattern = pattern
    if let pattern {
      table = RouteTable([RouteEntry(try RoutePattern(pattern, at: location), route: ())])
    } else {
      table = nil
    }
  }

  /// Returns whether the address is one of them.
  func contains(_ address: RouteAddress) -> Bool {
    table.map { $0.match(address) != nil } ?? true
  }
}
