extension BinaryImage {
  /// A symbol that every copy of the toolkit defines and no user of it: what the
  /// runtime knows of the type `SectionRegistry`.
  package static let toolkitMarker = "$s15SectionRegistryAAOMn"

  /// A Boolean value that indicates whether it has a copy of the toolkit in itself, as
  /// far as its symbols still say it.
  ///
  /// - Complexity: O(*n*) for *n* symbols.
  package var carriesToolkit: Bool {
    !definedSymbols(among: [Self.toolkitMarker]).isEmpty
  }

  /// A Boolean value that indicates whether it looks for the toolkit in another image.
  ///
  /// - Complexity: O(*n*) for *n* symbols.
  package var needsToolkit: Bool {
    sharedSymbols(withPrefix: "$s15SectionRegistry").contains { !$0.isDefined }
  }
}
