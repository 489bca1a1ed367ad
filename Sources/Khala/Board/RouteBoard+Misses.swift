import Spelling

extension RouteBoard {
  /// Returns the error for an address that matches no route.
  func miss(of address: RouteAddress) -> KhalaError {
    let hints = RouteHints(address, in: self)
    return .noRoute(
      address.textWithoutQuery, hints,
      functions: hints.className.flatMap { classes[$0] }?.functions.map(\.signature) ?? [])
  }
}

extension RouteHints {
  /// Compares the address with the routing classes and the paths of a board.
  init(_ address: RouteAddress, in board: RouteBoard) {
    let owner = address.routeComponents.first.flatMap { board.classes[$0] }
    self.init(
      address,
      owner: owner.map { owner in
        Owner(name: owner.name, functions: owner.functions.map(\.name), location: owner.location)
      },
      classNames: board.classes.keys)
    preferClasses(for: address) { className, function in
      board.classes[className]?.functions.contains { $0.name == function } ?? false
    } nearly: { className, function in
      let functions = board.classes[className]?.functions.map(\.name) ?? []
      return !EditDistance.nearest(to: function, among: functions, atMost: 3).isEmpty
    }
    guard classes.isEmpty, functions.isEmpty, isShort else { return }
    let found = board.table.explain(address, naming: 1)
    let function = address.routeComponents.dropFirst().joined(separator: "/")
    // Suggest only classes that have the function.
    segments = found.suggestions.filter { name in
      board.classes[name]?.functions.contains { $0.name == function } ?? true
    }
    // The functions of a class are listed.
    if className == nil { nearest = found.candidates.first.map { "\($0)" } }
  }

  /// Returns a sentence with the problem and the nearest names.
  func sentence(in language: Khala.Language) -> MessageText {
    language == .cn ? chinese : sentence
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
    let owner: MessageText = "'\(className)'\(location.map { " (\($0))" } ?? "")"
    return miss == .noFunctionName
      ? "URL 未指明路由类 \(owner) 的路由函数\(end)" : "路由类 \(owner) 没有该路由函数\(end)"
  }
}
