package import SourceInspection

extension EditorAnswers {
  /// Returns the URLs that continue the typed text: the next segment if several routes share it,
  /// and whole URLs with their parameters.
  func urlCompletions(_ typed: TypedText, from module: String?) -> [Completion] {
    let (before, query) = typed.before.splitQuery
    if !query.isEmpty { return queryCompletions(typed, path: before, query: query) }
    let wanted = before.withoutScheme.lowercased()
    let isOpenScheme = before.scheme == nil
    let routes = existingRoutes().filter { route in
      if isOpenScheme, !before.isEmpty {
        let url = "\(route.writtenScheme(nil))://\(route.path)"
        if url.utf8.starts(with: before.utf8) { return true }
      }
      return route.lowercasedPath.utf8.starts(with: wanted.utf8)
        && accepts(route, scheme: before.scheme)
    }
    let nearest = nearestFirst(routes, from: module, name: \.url, module: \.module)
    let whole = nearest.map { route in
      let url = RouteSnippet(route, scheme: before.scheme)
      return Completion(
        label: url.label, range: typed.range, newText: url.text, isSnippet: url.isSnippet,
        role: .url,
        detail: [route.destinations.first ?? "route", route.module].compactMap(\.self)
          .joined(separator: " · "),
        documentation: documentation(of: route.id))
    }
    let typedSegments = isOpenScheme ? "" : wanted
    return segments(of: Array(nearest), typed: typed, wanted: typedSegments, scheme: before.scheme)
      + whole
  }

  /// Returns the URLs of functions that consist only of their names, in the order of the names.
  func functionCompletions(_ typed: TypedText) -> [Completion] {
    let scheme = typed.before.scheme ?? "kl"
    let names = Set(existingRoutes().compactMap(\.function))
    return names.map { "\(scheme)://\($0)" }.filter(typed.matches).sorted()
      .prefix(Self.mostCompletions)
      .map { url in
        Completion(
          label: url, range: typed.range, newText: url, role: .url,
          detail: "all functions of this name")
      }
  }

  /// Returns all routes of open files and the program.
  private func existingRoutes() -> [RouteSource] {
    let open = openRoutes.routes
    let built = program.routes.routes
    guard !documents.isEmpty else { return built }
    let known = Set(built.map(\.id))
    return built.filter { isDeclared($0.id) } + open.filter { !known.contains($0.id) }
  }

  private func accepts(_ route: RouteSource, scheme: String?) -> Bool {
    guard let scheme else { return true }
    return route.schemes.isEmpty || route.schemes.contains(scheme.lowercased())
  }

  /// Returns the next segments that several routes share.
  private func segments(
    of routes: [RouteSource], typed: TypedText, wanted: String, scheme: String?
  ) -> [Completion] {
    let depth = wanted.split(separator: "/", omittingEmptySubsequences: false).count
    var counts: [String: (count: Int, module: String?)] = [:]
    for route in routes {
      let parts = route.path.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count > depth, !parts[depth - 1].contains("{") else { continue }
      let start = "\(route.writtenScheme(scheme))://" + parts.prefix(depth).joined(separator: "/")
      counts[start + "/", default: (0, route.module)].count += 1
    }
    return counts.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { start, found in
      Completion(
        label: start, range: typed.range, newText: start, role: .url,
        detail: ["\(found.count) routes", found.module].compactMap(\.self)
          .joined(separator: " · "))
    }
  }

  /// Returns the missing values of the query of a URL.
  private func queryCompletions(
    _ typed: TypedText, path: String, query: String
  ) -> [Completion] {
    let items = query.dropFirst().split(separator: "&", omittingEmptySubsequences: false)
    let given = Set(items.dropLast().map { String($0.prefix { $0 != "=" }) })
    let start = path + "?" + items.dropLast().map { $0 + "&" }.joined()
    let word = items.last.map(String.init) ?? ""
    return routes(of: path).flatMap(\.parameters)
      .filter { !given.contains($0.name) && $0.name.hasPrefix(word) }
      .map { parameter in
        Completion(
          label: parameter.name, range: typed.range,
          newText: RouteSnippet.escaped(start) + "\(parameter.name)=${1:\(parameter.name)}",
          isSnippet: true, role: .url, detail: "\(parameter.name): \(parameter.type)")
      }
  }
}

/// A suggestion for the rest of a name.
package struct Completion: Sendable, Hashable {
  /// The text in the list.
  package var label: String
  /// The range that the text replaces.
  package var range: TextRange
  /// The text to insert.
  ///
  /// A snippet contains tab stops such as `${1:id}`.
  package var newText: String
  package var isSnippet: Bool
  package var role: NameRole
  package var detail: String?
  package var documentation: String?

  package init(
    label: String, range: TextRange, newText: String, isSnippet: Bool = false, role: NameRole,
    detail: String? = nil, documentation: String? = nil
  ) {
    self.label = label
    self.range = range
    self.newText = newText
    self.isSnippet = isSnippet
    self.role = role
    self.detail = detail
    self.documentation = documentation
  }
}
