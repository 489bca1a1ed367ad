#if canImport(Darwin)

  extension FormQuestion {
    /// Throws, because no declared code runs before `main`.
    func lines(
      of question: [[String]]
    ) throws(PayloadForms.NoForm) -> (lines: [[String]], end: String) {
      throw .init("this platform runs no declared code before main, which could describe payloads")
    }
  }

#endif
