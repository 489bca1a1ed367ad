import Spelling

/// What a URL that leads to no route may have meant.
struct RouteHints {
  /// What the URL does not name, or what is not there.
  enum Miss {
    /// It names neither a class nor a path.
    case noName
    /// It names a class or a path of one component, which there is not, or of the
    /// class no function.
    case noFunctionName
    /// There is no such class.
    case noClass
    /// The class has no such function.
    case noFunction
  }

  /// A routing class.
  struct Owner {
    let name: String
    let functions: [String]
    let place: KhalaPlace?
  }

  /// How many bytes a URL may have that is taken for misspelled; whoever sends a
  /// longer one did not mean a name.
  private static let longest = 1000

  /// What is missing.
  let miss: Miss
  /// The name of the class in the URL, if there is such a class.
  let className: String?
  /// Where that class, or the function of it that was meant, is declared.
  var place: KhalaPlace?
  /// Whether names are compared with those in the URL.
  let isShort: Bool

  /// The names of routing classes that are nearest to the one in the URL.
  private(set) var classes: [String] = []
  /// The functions of the class that are nearest to what follows its name.
  private(set) var functions: [String] = []
  /// The literal segments of paths that are nearest to what is in their place.
  var segments: [String] = []
  /// The route that comes nearest, and what does not fit.
  var nearest: String?

  /// Compares an address with the names that there are.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - owner: The routing class that it names, if there is one.
  ///   - classNames: The names of all routing classes.
  init(_ address: RouteAddress, owner: Owner?, classNames: some Sequence<String>) {
    let components = address.routeComponents
    className = owner?.name
    place = owner?.place
    isShort = address.textWithoutQuery.utf8.count <= Self.longest
    miss =
      switch (components.count, owner) {
      case (0, _): .noName
      case (1, _): .noFunctionName
      case (_, nil): .noClass
      case (_, _?): .noFunction
      }
    guard isShort, let name = components.first else { return }
    guard let owner else {
      classes = EditDistance.nearest(to: name, among: classNames, atMost: 3)
      return
    }
    guard components.count > 1 else { return }
    functions = EditDistance.nearest(
      to: components.dropFirst().joined(separator: "/"), among: owner.functions, atMost: 3)
  }

  /// Compares an address with the routes of a map.
  init(_ address: RouteAddress, in map: KhalaRouteMap) {
    let registered = address.routeComponents.first.map { map.routes(ofClass: $0) } ?? []
    self.init(
      address,
      owner: registered.first.map { route in
        Owner(
          name: route.className ?? "", functions: registered.compactMap { $0.function?.name },
          place: route.place)
      },
      classNames: map.classNames)
    if let meant = registered.first(where: { $0.function?.name == functions.first }) {
      place = meant.place
    }
  }

  // MARK: - In words

  /// What is wrong and which names are nearest, as a sentence.
  func sentence(in language: Khala.Language = .en) -> MessageText {
    language == .cn ? chinese : english
  }

  private var english: MessageText {
    let end: MessageText =
      if let suggestion = suggestion("the class", "the function", "the segment", " or ") {
        ": did you mean \(suggestion)?"
      } else if let nearest {
        "; the nearest route is \(nearest)."
      } else {
        "."
      }
    guard let className else {
      return miss == .noName
        ? "It names no class and no path\(end)" : "There is no such class or path\(end)"
    }
    let owner: MessageText = "'\(className)'\(place.map { " (\($0))" } ?? "")"
    return miss == .noFunctionName
      ? "It names no function of \(owner)\(end)" : "\(owner) has no such function\(end)"
  }

  private var chinese: MessageText {
    let end: MessageText =
      if let suggestion = suggestion("路由类", "路由函数", "路径段", " 或 ") {
        ": 是否为\(suggestion)?"
      } else if let nearest {
        "; 最接近的路由: \(nearest)。"
      } else {
        "。"
      }
    guard let className else {
      return miss == .noName ? "URL 未指明路由类或路径\(end)" : "没有该路由类或路径\(end)"
    }
    let owner: MessageText = "'\(className)'\(place.map { " (\($0))" } ?? "")"
    return miss == .noFunctionName
      ? "URL 未指明路由类 \(owner) 的路由函数\(end)" : "路由类 \(owner) 没有该路由函数\(end)"
  }

  /// The nearest names, each with what it is the name of.
  private func suggestion(
    _ nameOfClass: String, _ nameOfFunction: String, _ nameOfSegment: String, _ or: String
  ) -> MessageText? {
    let names: [MessageText] =
      classes.map { "\(nameOfClass) '\($0)'" } + functions.map { "\(nameOfFunction) '\($0)'" }
      + segments.map { "\(nameOfSegment) '\($0)'" }
    guard let first = names.first else { return nil }
    return names.dropFirst().reduce(first) { "\($0)\(or)\($1)" }
  }
}
