extension AffectedDeclarations {
  /// The answer for people, line by line: the files, then what is reached in each module.
  package var lines: [String] {
    let others = reached.filter { $0.depth > 0 }
    let byModule = Dictionary(grouping: others) { $0.module ?? "" }
    let parts = byModule.sorted { $0.key < $1.key }.map { module, reached in
      [module.isEmpty ? "in no module" : module] + reached.flatMap(Self.lines)
    }
    let end = usesAreKnown ? [summary] : [summary, "uses in code were not looked at"]
    return Array((files.map(lines) + parts + [end]).joined(separator: [""]))
  }

  /// The last line: `reached: 4 places of 2 modules, 1 name of no module`.
  package var summary: String {
    let others = reached.filter { $0.depth > 0 }
    guard !others.isEmpty else { return "nothing else is reached" }
    func count(_ number: Int, _ word: String) -> String {
      "\(number) \(word)\(number == 1 ? "" : "s")"
    }
    let owners = others.compactMap(\.module)
    let names = others.count - owners.count
    let parts = [
      owners.isEmpty
        ? nil : "\(count(owners.count, "place")) of \(count(Set(owners).count, "module"))",
      names == 0 ? nil : "\(count(names, "name")) of no module",
    ]
    return "reached: " + parts.compactMap(\.self).joined(separator: ", ")
  }

  private func lines(of file: File) -> [String] {
    guard let fileID = file.fileID, !file.declarations.isEmpty else {
      return ["\(file.path) declares nothing in this program"]
    }
    let own = Set(file.declarations)
    return ["\(fileID) declares"]
      + reached.filter { own.contains($0.id) }.map { "  \($0.kind) \($0.name)" }
  }

  private static func lines(of reached: Reached) -> [String] {
    let place = reached.place.map { " (\($0))" } ?? ""
    return [
      "  \(reached.kind) \(reached.name)\(place)",
      "    \(reached.way.joined(separator: " → "))",
    ]
  }
}
