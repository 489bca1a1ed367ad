import ModuleGraph

extension EditorAnswers {
  /// The number of places of one relation that a hover lists.
  private static let listed = 8

  /// Writes the places that have to do with a node: who triggers it, who listens.
  func describeSites(of id: ModuleGraph.Node.ID, on page: inout Markdown) {
    let groups = Dictionary(grouping: sites(of: [id]) { $0.noun(1) != nil }, by: \.relation)
    for relation in Relation.counted {
      guard let sites = groups[relation], let noun = relation.noun(sites.count) else { continue }
      let places = sites.sorted { ($0.path, $0.line) < ($1.path, $1.line) }.map { site in
        (site.module.map { "\(Markdown.code($0)) " } ?? "") + Markdown.code(location(of: site))
      }
      let more = places.count > Self.listed ? ["and \(places.count - Self.listed) more"] : []
      page.list("\(sites.count) \(noun)", places.prefix(Self.listed) + more)
    }
    let seen = program.seenUses[id] ?? []
    page.list(
      "Seen in a trace",
      seen.map { use in
        "\(Markdown.code(use.module)) \(use.kind)" + (use.count.map { ", \($0) times" } ?? "")
      })
  }

  /// The location of a place as compilers print it.
  private func location(of site: Site) -> String {
    "\(fileID(of: site.path)):\(site.line + 1)"
  }
}
