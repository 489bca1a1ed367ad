import BinaryInspection
import ModuleGraph
import Testing

/// The types of two builds.
@Suite struct SchemaDifferenceTests {
  private static func schemas(
    _ kind: ModuleGraph.Node.Kind = .job, _ role: DataSchemas.Use.Role = .payload,
    _ type: DataType = .named("Invoice"), form: DataForm
  ) -> DataSchemas {
    DataSchemas(
      uses: [
        DataSchemas.Use(
          kind: kind, name: "SendInvoice", role: role, type: type, module: "Billing",
          place: CodeLocation(fileID: "Billing/Jobs.swift", line: 12))
      ],
      forms: ["Invoice": form])
  }

  private static func invoice(_ tons: DataType.Basic) -> DataForm {
    .object([.init("number", .basic(.string)), .init("tons", .basic(tons))])
  }

  private static func difference(
    _ old: DataSchemas, _ new: DataSchemas
  ) -> SurfaceDifference {
    SurfaceDifference(from: ModuleGraph(), to: ModuleGraph(), schemas: (old, new))
  }

  @Test func `A change of a payload names the field, the level and the direction`() {
    let difference = Self.difference(
      Self.schemas(form: Self.invoice(.int)), Self.schemas(form: Self.invoice(.double)))
    #expect(
      difference.changes.flatMap(\.lines) == [
        "~ job SendInvoice (Billing/Jobs.swift:12)",
        "    breaks the running neighbor: in the payload, 'tons' is a Double now, and was an Int, "
          + "and the old build cannot read values of the new build",
        "    was  payload.tons: an Int", "    is   payload.tons: a Double",
      ])
    #expect(difference.breaking.map(\.level) == [.neighbor])
    #expect(difference.summary == "1 altered; 1 breaking")
  }

  @Test func `A type of values that stay in the process breaks source only`() {
    let difference = Self.difference(
      Self.schemas(.relay, .value, form: Self.invoice(.double)),
      Self.schemas(.relay, .value, form: Self.invoice(.int)))
    #expect(difference.changes.map(\.level) == [.source])
  }

  @Test func `The types of a renamed job are compared`() {
    func graph(_ name: String, _ detail: String) -> ModuleGraph {
      ModuleGraph(records: [
        DeclaredRecord(
          kind: "tjob", key: name, fileID: "Billing/Jobs.swift", line: 12, id: 1, detail: detail)
      ])
    }
    var new = Self.schemas(form: Self.invoice(.double))
    new.uses[0].name = "SendBill"
    let difference = SurfaceDifference(
      from: graph("SendInvoice", "{}"), to: graph("SendBill", #"{"formerly":["SendInvoice"]}"#),
      schemas: (Self.schemas(form: Self.invoice(.int)), new))
    #expect(difference.changes.map(\.level) == [.neighbor, .harmless])
    #expect(difference.changes.map(\.name) == ["SendBill", "SendBill"])
  }

  @Test func `An unknown form is a remark`() throws {
    let difference = Self.difference(
      Self.schemas(form: .opaque("its conformance to Codable is written by hand")),
      Self.schemas(form: Self.invoice(.int)))
    let change = try #require(difference.unknown.first)
    #expect(difference.breaking.isEmpty)
    #expect(
      change.remark
        == """
        in the payload, the value is Invoice as a structure now, and was Invoice as an unknown \
        form (its conformance to Codable is written by hand)
        """)
    #expect(difference.summary == "1 altered; none breaking, 1 unknown")
  }

  @Test func `A result that only the new build has cannot be read from old jobs`() {
    let payload = Self.schemas(form: Self.invoice(.int))
    var both = payload
    both.uses += Self.schemas(.job, .result, .basic(.int), form: Self.invoice(.int)).uses
    #expect(Self.difference(payload, both).changes.map(\.level) == [.storedData])
    #expect(Self.difference(both, payload).changes.map(\.level) == [.neighbor])
    let result = Self.schemas(.job, .result, .basic(.int), form: Self.invoice(.int))
    #expect(Self.difference(result, both).changes.map(\.level) == [.unknown])
    // A job that only one build declares is a change of its declaration.
    #expect(Self.difference(DataSchemas(), both).changes == [])
  }

  @Test func `Worse levels come first`() {
    let old = Self.schemas(
      form: .object([
        .init("a", .array(.basic(.int))), .init("b", .optional(.basic(.int))),
        .init("c", .basic(.int)),
      ]))
    let new = Self.schemas(
      form: .object([
        .init("a", .set(.basic(.int))), .init("b", .basic(.int)),
        .init("c", .optional(.basic(.int))), .init("d", .optional(.basic(.int))),
      ]))
    #expect(
      Self.difference(old, new).changes.map(\.level)
        == [.storedData, .neighbor, .source, .harmless])
  }
}
