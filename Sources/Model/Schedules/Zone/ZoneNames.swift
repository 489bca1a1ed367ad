import Spelling

/// The names of all time zones, from which one is suggested for a name that no zone has.
struct ZoneNames: Sendable {
  private let names: NearestNames
  /// The first name by each of its ends behind a slash, in lower case: `stockholm`.
  private var namesByEnd: [String: String] = [:]

  /// Takes over names.
  ///
  /// - Complexity: Linear in the names.
  init(_ names: [String]) {
    self.names = NearestNames(names)
    for name in names {
      let lowercased = name.lowercased()
      var rest = lowercased[...]
      while let slash = rest.firstIndex(of: "/") {
        rest = rest[rest.index(after: slash)...]
        let end = String(rest)
        if namesByEnd[end] == nil { namesByEnd[end] = name }
      }
    }
  }

  /// Suggests the zone that was meant: the one of the city of this name, or else the one with the
  /// nearest name.
  func suggestion(for name: String, budget: inout SearchBudget) -> String? {
    // Cities are remembered better than the continents they are filed under.
    namesByEnd[name.lowercased().replacing(" ", with: "_")]
      ?? names.nearest(to: name, atMost: 1, budget: &budget).first
  }
}
