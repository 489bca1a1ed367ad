import BinaryRecords

/// What the files say about whether an input was linked.
enum LinkEvidence {
  /// It was, as this shows.
  case linked(String)
  /// Nothing of it is in the binaries, where something should be.
  case absent
  /// Nothing of it is in the binaries, but nothing need be: why.
  case silent(String)

  /// Looks for traces of a part of the inputs.
  static func of(
    _ part: Int, in inputs: LinkInputs, _ outcome: LinkOutcome
  ) -> LinkEvidence {
    let image = inputs.parts[part].image
    // What other inputs have too may have come from those.
    let trace = image.records.first { record in
      let declaration = Declaration(record)
      guard outcome.present.contains(declaration), let index = inputs.indices[declaration] else {
        return false
      }
      return inputs.declarations[index].places.count == 1
    }
    if let trace { return .linked("its record \(trace) is there") }
    let symbols = inputs.ownSymbols(of: part)
    if let symbol = outcome.symbol(among: symbols) {
      return .linked("its symbol '\(symbol)' is there")
    }
    if !outcome.hasSymbols {
      return .silent("the symbols of \(outcome.names) are stripped, which would tell")
    }
    if symbols.isEmpty { return .silent("it has no symbol of its own that would tell") }
    return .absent
  }
}
