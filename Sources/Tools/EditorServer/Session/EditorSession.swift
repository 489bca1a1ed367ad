import SourceInspection

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of a session: its phase, the open documents, and the answers for the programs.
///
/// One task owns the value, so messages take effect in the order in which they arrive.
struct EditorSession: Sendable {
  /// A phase in the life of a session.
  enum Phase: Sendable {
    case uninitialized
    case running
    case shutDown
  }

  private(set) var phase = Phase.uninitialized
  private(set) var encoding = LineTable.Encoding.utf16
  private(set) var capabilities = LSP.ClientCapabilities()
  /// The open documents, by path.
  private(set) var documents: [String: ClientDocument] = [:]
  private let texts: FileTexts
  private var answers: EditorAnswers?
  private var programDate: Duration?
  /// The documents whose current text the answers do not contain yet.
  private var unread: Set<String> = []
  /// The documents whose problems may have changed since they were last sent.
  private var unchecked: [String] = []
  /// The diagnostics that were last sent to the client, by path.
  private var published: [String: [LSP.Diagnostic]] = [:]

  init(texts: FileTexts) {
    self.texts = texts
  }

  // MARK: - Life

  /// Starts the session, and returns the capabilities of the server.
  mutating func initialize(
    _ parameters: LSP.InitializeParams, version: String
  ) -> LSP.InitializeResult {
    phase = .running
    capabilities = parameters.capabilities
    let positionEncoding = LSP.PositionEncoding(
      offered: parameters.capabilities.general?.positionEncodings)
    encoding = LineTable.Encoding(positionEncoding)
    return LSP.InitializeResult(
      capabilities: LSP.ServerCapabilities(
        positionEncoding: positionEncoding, triggerCharacters: ["\"", "/", ".", "?", "&", ":"]),
      name: "modkit", version: version)
  }

  mutating func shutDown() {
    phase = .shutDown
  }

  // MARK: - Documents

  /// Applies a notification about a document.
  ///
  /// - Returns: The reason why the notification or the document's text is ignored, or `nil` if
  ///   both are used.
  mutating func receive(_ notification: ClientNotification) -> String? {
    switch notification {
    case .didOpen(let parameters): return open(parameters)
    case .didChange(let parameters): return change(parameters)
    case .didSave(let parameters): return save(parameters)
    case .didClose(let parameters): close(parameters)
    default: break
    }
    return nil
  }

  private mutating func open(_ parameters: LSP.DidOpenParams) -> String? {
    guard let path = parameters.textDocument.uri.file else { return nil }
    let item = parameters.textDocument
    let document = ClientDocument(
      uri: item.uri, version: item.version, text: item.text, parse: texts.parse)
    documents[path] = document
    noteChange(of: path)
    return document.problem
  }

  private mutating func change(_ parameters: LSP.DidChangeParams) -> String? {
    guard let path = parameters.textDocument.uri.file else { return nil }
    guard let before = documents[path] else {
      return
        """
        an edit of \(parameters.textDocument.uri.text) is ignored, because the document is not open. \
        Open it again.
        """
    }
    documents[path]?.apply(
      parameters.contentChanges, version: parameters.textDocument.version, in: encoding)
    noteChange(of: path)
    return before.problem == nil ? documents[path]?.problem : nil
  }

  private mutating func save(_ parameters: LSP.DocumentParams) -> String? {
    guard let path = parameters.textDocument.uri.file, let before = documents[path] else {
      return nil
    }
    documents[path]?.save()
    guard before.problem != nil else {
      updateStaleness()
      return nil
    }
    noteChange(of: path)
    return documents[path]?.problem
  }

  private mutating func close(_ parameters: LSP.DocumentParams) {
    guard let path = parameters.textDocument.uri.file else { return }
    documents[path] = nil
    noteChange(of: path)
  }

  /// Records that the text of a document has changed.
  ///
  /// The document is indexed when a question needs it.
  private mutating func noteChange(of path: String) {
    unread.insert(path)
    // Declaring or removing a name in one document can change the problems of the others.
    unchecked = [path] + documents.keys.filter { $0 != path }.sorted()
    updateStaleness()
  }

  // MARK: - Programs

  /// Replaces the answers after a new reading of the programs.
  mutating func update(_ program: KnownProgram) {
    answers = program.answers
    programDate = program.picture.date
    unread = Set(documents.keys)
    unchecked = documents.keys.sorted()
    updateStaleness()
  }

  /// Tells the answers whether a document is newer than the programs.
  private mutating func updateStaleness() {
    let isStale = documents.contains { path, document in
      guard !document.isEdited else { return true }
      guard let programDate, let stamp = FileStamp(path: path) else { return false }
      return stamp.date > programDate
    }
    if answers?.isStale != isStale { answers?.isStale = isStale }
  }

  // MARK: - Answers

  /// Returns the state that answers a question, or `nil` if the session is not running.
  mutating func question(at now: Date) -> QuestionAnswering? {
    guard phase == .running, let answers = currentAnswers() else { return nil }
    return QuestionAnswering(
      answers: answers,
      conversion: RangeConversion(
        encoding: encoding, lines: documents.mapValues(\.source.lines),
        addresses: documents.mapValues(\.uri), texts: texts),
      supportsSnippets: capabilities.supportsSnippets, now: now)
  }

  /// Returns the next diagnostics to send to the client.
  ///
  /// - Returns: The message, or `nil` if all diagnostics that the client has are current.
  mutating func nextDiagnostics(at now: Date) -> LSP.PublishDiagnosticsParams? {
    while !unchecked.isEmpty {
      guard let question = question(at: now) else { return nil }
      let path = unchecked.removeFirst()
      guard let document = documents[path] else {
        // The document was closed. An empty list makes the client remove its problems.
        guard published.removeValue(forKey: path)?.isEmpty == false else { continue }
        return LSP.PublishDiagnosticsParams(
          uri: LSP.DocumentURI(path: path), version: nil, diagnostics: [])
      }
      let diagnostics = question.diagnostics(in: path)
      guard published[path] != diagnostics else { continue }
      published[path] = diagnostics
      return LSP.PublishDiagnosticsParams(
        uri: document.uri, version: document.version, diagnostics: diagnostics)
    }
    return nil
  }

  /// Returns the answers after adding the current texts of all documents to them.
  private mutating func currentAnswers() -> EditorAnswers? {
    guard answers != nil else { return nil }
    if !unread.isEmpty {
      answers?.update(
        Dictionary(uniqueKeysWithValues: unread.map { ($0, documents[$0]?.source) }))
      unread = []
    }
    return answers
  }
}

/// An open document of the client, with its edits.
struct ClientDocument: Sendable {
  /// The address of the document, as the client spells it.
  let uri: LSP.DocumentURI
  private(set) var version: Int?
  /// The text of the document with its outline.
  private(set) var source: SourceFile
  /// A Boolean value that indicates whether the document was edited since it was opened or saved.
  private(set) var isEdited = false

  private let parse: SourceParsing

  init(
    uri: LSP.DocumentURI, version: Int?, text: String,
    parse: @escaping SourceParsing = { ParsedSource($0, isPart: $1) }
  ) {
    self.uri = uri
    self.version = version
    self.parse = parse
    source = SourceFile(text: text, parse: parse)
  }

  /// A sentence with the reason why the text cannot be read, or `nil` if it was read.
  var problem: String? {
    source.problem.map {
      "\(uri.text) has no answers: \($0). Change the file, and save or open it again."
    }
  }

  /// Applies edits in order, each to the result of the previous one.
  mutating func apply(
    _ changes: [LSP.DidChangeParams.ContentChange], version: Int?, in encoding: LineTable.Encoding
  ) {
    for change in changes { apply(change, in: encoding) }
    self.version = version ?? self.version
    isEdited = true
  }

  /// Records that the text was saved, and reads it again if it could not be read.
  mutating func save() {
    isEdited = false
    if source.problem != nil { source.readAgain() }
  }

  private mutating func apply(
    _ change: LSP.DidChangeParams.ContentChange, in encoding: LineTable.Encoding
  ) {
    guard let range = change.range else {
      source = SourceFile(text: change.text, parse: parse)
      return
    }
    let lines = source.lines
    func position(_ position: LSP.Position) -> TextPosition {
      lines.position(line: position.line, column: position.character, in: encoding)
    }
    let start = position(range.start)
    source.replace(TextRange(start, max(start, position(range.end))), with: change.text)
  }
}
