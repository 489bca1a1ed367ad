extension Khala {
  /// Explains where a URL leads now, and why.
  ///
  /// The rewrite filters are asked, since they decide where calls go. No other code of
  /// the program runs: nothing is called, no instance is made, and no interceptor,
  /// fallback or stub is asked.
  ///
  /// - Parameter url: The URL.
  /// - Returns: A report, whose parts are values too.
  /// - Complexity: O(*n*) in all routes; for people and errors, not for every call.
  /// - Concurrency: May be used from any thread.
  public static func explain(_ url: String) -> KhalaExplanation {
    KhalaState.current.routes.board.explain(url, rewrite: rewrite)
  }
}

extension RouteBoard {
  /// Explains where a URL leads, and why.
  func explain(_ url: String, rewrite: any KhalaRewrite) -> KhalaExplanation {
    var address: RouteAddress
    do throws(RouteAddressError) {
      address = try RouteAddress(url)
    } catch {
      return KhalaExplanation(url: url, fault: error.description)
    }
    var explanation = KhalaExplanation(url: url)
    explanation.version = version
    do {
      let rewritten = try rewrite.redirect(KhalaNode(CallContents(address: address))).address
      if rewritten.text != address.text { explanation.rewrittenURL = rewritten.text }
      address = rewritten
    } catch {
      explanation.refusal = "\(error)"
      explanation.parts = KhalaExplanation.Parts(address)
      return explanation
    }
    explanation.parts = KhalaExplanation.Parts(address)
    explain(address, in: &explanation)
    return explanation
  }

  private func explain(_ address: RouteAddress, in explanation: inout KhalaExplanation) {
    var reader = RouteReader(board: self)
    let found = table.explain(address)
    explanation.steps = found.narration
    explanation.candidates = found.candidates.flatMap { candidate in
      // Functions of one name are one candidate.
      reader.routes(ofEntry: candidate.entry).prefix(1).map { route in
        KhalaExplanation.Candidate(candidate, route: route)
      }
    }
    if let match = table.match(address) {
      explanation.routes = reader.routes(ofEntry: match.entry)
      explanation.captures = KhalaExplanation.captures(match.captures)
      return
    }
    let hints = RouteHints(address, in: self)
    explanation.hint = hints.sentence.text
    explanation.nearestClasses = hints.classes
    explanation.nearestFunctions = hints.functions
    explanation.nearestLiterals = found.suggestions
    explanation.registered = hints.className.map { map.routes(ofClass: $0) } ?? []
  }
}
