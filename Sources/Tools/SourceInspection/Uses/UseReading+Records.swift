extension UseReading {
  /// Reads what decides whether a source is worth reading.
  mutating func summarize(_ unit: IndexUnit, in store: borrowing IndexStore) {
    for record in unit.records where cache.summaries[record] == nil {
      do throws(IndexError) {
        cache.summaries[record] = try RecordSummary(of: record, in: store)
      } catch {
        gaps.append("Some uses are not known: \(error)")
      }
    }
  }

  /// Finds the functions with `@KhalaCall` in records that have such functions.
  mutating func findContracts(in files: [UnitFile], _ store: borrowing IndexStore) {
    let records = files.flatMap(\.unit.records).filter {
      cache.summaries[$0]?.declaresContracts ?? false
    }
    for record in records where cache.contracts[record] == nil {
      do throws(IndexError) {
        let occurrences = try store.occurrences(inRecord: record) { kind, _ in
          kind == .macro || kind.isFunction
        }
        cache.contracts[record] = ContractFunction.all(in: occurrences)
      } catch {
        gaps.append("Some uses are not known: \(error)")
      }
    }
    let symbols = Set(records.flatMap { cache.contracts[$0] ?? [] }.map(\.usr))
    guard symbols != cache.contractSymbols else { return }
    // The sources were searched for references to other functions.
    cache.contractSymbols = symbols
    cache.sources = [:]
  }

  /// Returns whether a source may use or declare something.
  ///
  /// One without a readable record is read, as nothing is known of it.
  func isWorthReading(_ unit: IndexUnit) -> Bool {
    let summaries = unit.records.compactMap { cache.summaries[$0] }
    return summaries.count < unit.records.count
      || summaries.contains { $0.concernsToolkit || refersToContract($0) }
  }

  /// Returns whether a source refers to a function with `@KhalaCall`.
  func refersToContract(_ summary: RecordSummary) -> Bool {
    cache.contractSymbols.contains { summary.functions.contains($0.hashValue) }
  }
}
