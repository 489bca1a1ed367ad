#if canImport(Darwin)

  /// The socket of systemd's journal, which does not exist on this platform.
  struct JournalSocket: Sendable {
    let path: String

    init(path: String, patience: Duration) {
      self.path = path
    }

    func send(_ entry: [UInt8], isPatient: Bool) throws(JournalSocketError) {
      throw JournalSocketError("this platform has no systemd")
    }
  }

#endif
