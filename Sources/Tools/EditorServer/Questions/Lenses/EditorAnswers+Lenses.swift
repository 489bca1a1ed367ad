import ModuleGraph
import SourceInspection

extension EditorAnswers {
  /// Returns a line for each declaration and constant of a file that is used: `3 callers · 1
  /// wire`.
  ///
  /// The line of a callback counts what triggers its event, that of a constant the listeners, too.
  package func lenses(in path: String) -> [CodeLens] {
    guard let document = document(at: path) else { return [] }
    let open = openSitesByNode()
    var searches: [String: NameSearch] = [:]
    var lines: Set<Int> = []
    return document.places.compactMap { place in
      guard place.relation.isDefinition, lines.insert(place.range.start.line).inserted else {
        return nil
      }
      var sites: [Site] = []
      for id in ids(of: place, in: document) {
        sites += open[id] ?? []
        sites += (program.sites[id] ?? []).compactMap { present($0, of: id) }
      }
      // A callback is no listener of itself.
      let counted = sites.filter {
        $0.relation.noun(1) != nil && ($0.relation != .listener || place.relation == .constant)
      }
      guard !counted.isEmpty else { return nil }
      return CodeLens(
        range: place.range, title: Self.title(counted),
        places: ranges(of: counted, searches: &searches))
    }
  }

  private static func title(_ sites: [Site]) -> String {
    let groups = Dictionary(grouping: sites, by: \.relation)
    return Relation.counted.compactMap { relation in
      guard let count = groups[relation]?.count, let noun = relation.noun(count) else { return nil }
      return "\(count) \(noun)"
    }.joined(separator: " · ")
  }

  /// The places in open files by the node that they name.
  private func openSitesByNode() -> [ModuleGraph.Node.ID: [Site]] {
    var sites: [ModuleGraph.Node.ID: [Site]] = [:]
    for document in openDocuments {
      for place in document.places {
        let site = Site(
          path: document.path, anchor: .range(place.range), relation: place.relation,
          module: document.module)
        for id in ids(of: place, in: document) { sites[id, default: []].append(site) }
      }
    }
    return sites
  }
}
