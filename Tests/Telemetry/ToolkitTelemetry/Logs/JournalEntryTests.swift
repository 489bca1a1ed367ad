#if os(Linux)

  import ModularityTestSupport
  import Testing

  @testable import ToolkitTelemetry

  @Suite struct JournalEntryTests {
    private func fields(of record: LogRecord) throws -> [String: String] {
      let entry = JournalEntry(record, identifier: "harbor")
      return Dictionary(uniqueKeysWithValues: try TestJournal.fields(of: entry.bytes))
    }

    @Test func `A record with everything has a field for each part`() throws {
      #expect(
        try fields(of: .complete) == [
          "MESSAGE": "two\nlines", "PRIORITY": "4", "SYSLOG_IDENTIFIER": "harbor",
          "MODULARITYKIT_SOURCE": "TaskKit", "CODE_FILE": "Shop/Cart.swift", "CODE_LINE": "12",
          "TRACE_ID": "0af7651916cd43dd8448eb211c80319c", "SPAN_ID": "b7ad6b7169203331",
          "MODULARITYKIT_KHALA_URL": "kl://Cart/add",
        ])
    }

    @Test func `A record with nothing more than a message has no empty fields`() throws {
      #expect(
        try fields(of: .example("a")) == [
          "MESSAGE": "a", "PRIORITY": "3", "SYSLOG_IDENTIFIER": "harbor",
          "MODULARITYKIT_SOURCE": "Tests",
        ])
    }

    @Test func `A value with a newline comes with its length`() {
      let bytes = JournalEntry(.example("a\nb"), identifier: "x").bytes
      let length: [UInt8] = [3, 0, 0, 0, 0, 0, 0, 0]
      #expect(bytes.starts(with: Array("MESSAGE\n".utf8) + length + "a\nb\n".utf8))
    }

    @Test func `Worse severities have lower priorities`() {
      let priorities = LogRecord.Severity.allCases.sorted().map(\.syslogPriority)
      #expect(priorities == [7, 6, 5, 4, 3, 2])
    }

    @Test(arguments: [
      ("khala.url", "MODULARITYKIT_KHALA_URL"), ("", "MODULARITYKIT_"), ("_x", "MODULARITYKIT__X"),
      ("Größe 7", "MODULARITYKIT_GR____E_7"),
    ])
    func `An attribute's name becomes one that the journal accepts`(name: String, field: String) {
      #expect(JournalEntry.fieldName(ofAttribute: name) == field)
    }

    @Test func `Any message and attribute is read back as it was`() throws {
      var random = SeededGenerator(seed: 23)
      let scalars = Array("a=\n\n\u{0}ä⚓︎ PRIORITY".unicodeScalars)
      for _ in 0..<500 {
        func text() -> String {
          var text = String.UnicodeScalarView()
          for _ in 0..<Int.random(in: 0..<40, using: &random) {
            text.append(scalars.randomElement(using: &random)!)
          }
          return String(text)
        }
        let (message, name, value) = (text(), text(), text())
        let fields = try TestJournal.fields(
          of: JournalEntry(.example(message, attributes: [name: value]), identifier: text()).bytes)
        #expect(fields.map(\.name).prefix(2) == ["MESSAGE", "PRIORITY"])
        #expect(fields.first?.value == message)
        #expect(fields.last?.value == value)
        #expect(fields.last?.name.wholeMatch(of: #/MODULARITYKIT_[A-Z0-9_]*/#) != nil)
        #expect(fields.count == 5)
        #expect(fields.allSatisfy { $0.name.utf8.count <= 64 })
      }
    }
  }

#endif
