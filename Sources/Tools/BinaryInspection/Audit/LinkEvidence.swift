import BinaryRecords

/// The evidence in files for whether an input was linked.
enum LinkEvidence {
  /// The input was linked, with this evidence.
  case linked(String)
  /// The binaries contain nothing of the input, although they should.
  case absent
  /// The binaries contain nothing of the input, but do not need to, for this reason.
  case silent(String)
}

/// Finds traces of the inputs in the output of a linker.
struct LinkTraces {
  private let inputs: LinkInputs
  private let outcome: LinkOutcome
  /// The parts of the inputs with a unique symbol.
  private let withSymbols: Set<Int>
  /// The alphabetically first symbol that was found for each part.
  private let found: [Int: String]

  /// Compares the symbols of all inputs with the symbols of all binaries.
  ///
  /// - Complexity: Reads all symbol tables once.
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
    // If other inputs contain the same declaration, it may come from them.
    let record = image.records.first { record in
      let declaration = DeclarationID(record)
      guard outcome.present.contains(declaration), let index = inputs.indices[declaration] else {
        return false
      }
      return inputs.declarations[index].places.count == 1
    }
    if let record { return .linked("it contains its record \(record)") }
    if let symbol = found[part] { return .linked("it contains its symbol '\(symbol)'") }
    if !outcome.hasSymbols {
      return .silent("the symbols of \(outcome.names) are stripped")
    }
    if !withSymbols.contains(part) {
      return .silent("the input defines no symbol of its own")
    }
    // Apple's linkers make hidden symbols local, and local symbols are not read.
    return image.traits.format == .machO
      ? .silent("the input may define hidden symbols only, which are not read") : .absent
  }
}
