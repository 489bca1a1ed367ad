import BinaryRecords

/// The evidence in the files for whether an input was linked.
enum LinkEvidence {
  /// It was, as this shows.
  case linked(String)
  /// Nothing of it is in the binaries, where something should be.
  case absent
  /// Nothing of it is in the binaries, but nothing need be: why.
  case silent(String)
}

/// Looks for traces of the inputs in what a linker made.
struct LinkTraces {
  private let inputs: LinkInputs
  private let outcome: LinkOutcome
  /// The parts of the inputs that have a symbol of their own.
  private let withSymbols: Set<Int>
  /// For each part of which a symbol was found, the first one of the alphabet.
  private let found: [Int: String]

  /// Compares the symbols of all inputs with those of all binaries.
  ///
  /// - Complexity: Reads all tables of symbols once.
  init(_ inputs: LinkInputs, in outcome: LinkOutcome) {
    self.inputs = inputs
    self.outcome = outcome
    let owners = inputs.ownSymbols
    withSymbols = Set(owners.values)
    found = outcome.symbols(among: Set(owners.keys)).reduce(into: [:]) { found, symbol in
      guard let part = owners[symbol] else { return }
      found[part] = min(found[part] ?? symbol, symbol)
    }
  }

  /// Returns the evidence for a part of the inputs.
  func evidence(of part: Int) -> LinkEvidence {
    let image = inputs.parts[part].image
    // What other inputs have too may have come from those.
    let record = image.records.first { record in
      let declaration = DeclarationID(record)
      guard outcome.present.contains(declaration), let index = inputs.indices[declaration] else {
        return false
      }
      return inputs.declarations[index].places.count == 1
    }
    if let record { return .linked("its record \(record) is there") }
    if let symbol = found[part] { return .linked("its symbol '\(symbol)' is there") }
    if !outcome.hasSymbols {
      return .silent("the symbols of \(outcome.names) are stripped, which would tell")
    }
    if !withSymbols.contains(part) {
      return .silent("it has no symbol of its own that would tell")
    }
    // Apple's linkers make hidden symbols local, and those are not read.
    return image.traits.format == .machO
      ? .silent("it may have hidden symbols, which are not looked at") : .absent
  }
}
