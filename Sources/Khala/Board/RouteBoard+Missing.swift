extension RouteBoard {
  /// Returns why an address leads to no route.
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
        Owner(name: owner.name, functions: owner.functions.map(\.name), place: owner.place)
      },
      classNames: board.classes.keys)
    guard classes.isEmpty, functions.isEmpty, isShort else { return }
    let found = board.table.explain(address, naming: 1)
    segments = found.suggestions
    // The functions of a class are listed.
    if className == nil { nearest = found.candidates.first.map { "\($0)" } }
  }
}
