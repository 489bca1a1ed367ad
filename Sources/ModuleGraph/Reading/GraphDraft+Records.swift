import RecordFormat

extension GraphDraft {
  /// Reads a record into nodes and edges.
  ///
  /// Of a detail that cannot be read it is said so, and the node is there all the
  /// same.
  mutating func read(_ record: ModuleRecord) {
    let detail: RecordDetail
    do throws(RecordDetail.Fault) {
      detail = try RecordDetail(json: record.detail)
    } catch {
      detail = .empty
      // Khala has its own words for its own.
      if !["khla", "khct"].contains(record.kind) {
        problems.append(.unreadable(record, because: error))
      }
    }
    do throws(RecordDetail.Fault) {
      switch record.kind {
      case "rhea": try readCallback(record, detail)
      case "phob": try readObserver(record, detail)
      case "phky": try readRelayKey(record, detail)
      case "khla": readRoutingClass(record, detail)
      case "khct": try readContract(record, detail)
      case "task", "tnot", "tsch": try readTask(record, detail)
      case "life": readListener(record, detail)
      case "wire": try readWire(record, detail)
      default: readOther(record, detail)
      }
    } catch {
      problems.append(.unreadable(record, because: error))
    }
  }

  // MARK: - The single kinds

  private mutating func readCallback(
    _ record: ModuleRecord, _ detail: RecordDetail
  ) throws(RecordDetail.Fault) {
    let name = record.name
    let function: String?
    let fault: RecordDetail.Fault?
    do throws(RecordDetail.Fault) {
      function = try detail.text("func")
      fault = nil
    } catch {
      function = nil
      fault = error
    }
    let event = mention(.event, name, at: record.place)
    var attributes: [ModuleGraph.Attribute] = [.init("event", .text(name.text))]
    attributes += priority(of: record, detail)
    if record.flags.contains(.repeatable) { attributes.append(.init("repeats", true)) }
    attributes += isolation(of: record)
    let id = declare(
      Node(
        id: Node.id(.callback, record: record.id), kind: .callback,
        name: function ?? "\(name.text) in \(record.file)", places: [record.place],
        attributes: attributes))
    join(id, .listens, event, isCertain: !name.isUnresolved)
    if let fault { throw fault }
  }

  private mutating func readObserver(
    _ record: ModuleRecord, _ detail: RecordDetail
  ) throws(RecordDetail.Fault) {
    let declaredName = record.name.isUnresolved ? declaredKeys.name(for: record.key) : nil
    let name = declaredName.map { SourceName($0) } ?? record.name
    let relay = mention(.relay, name, at: record.place)
    let id = Node.id(.observer, record: record.id)
    var node = Node(
      id: id, kind: .observer, name: "\(name.text) in \(record.file)", places: [record.place],
      attributes: [.init("relay", .text(name.text))] + priority(of: record, detail))
    var fault: RecordDetail.Fault?
    do throws(RecordDetail.Fault) {
      if let function = try detail.text("func") { node.name = function }
      if try detail.flag("unique") { node.attributes.append(.init("unique", true)) }
      if try detail.flag("replayingCurrent") {
        node.attributes.append(.init("replaysCurrent", true))
      }
    } catch {
      fault = error
    }
    let declared = declare(node)
    join(declared, .observes, relay, isCertain: !record.name.isUnresolved)
    if let use = RelayKeyUse(record, id: declared) { observedKeys.append(use) }
    if let fault { throw fault }
  }

  private mutating func readRelayKey(
    _ record: ModuleRecord, _ detail: RecordDetail
  ) throws(RecordDetail.Fault) {
    let name = record.name
    var attributes: [ModuleGraph.Attribute] = []
    var fault: RecordDetail.Fault?
    var type: String?
    do throws(RecordDetail.Fault) {
      type = try detail.text("type")
      if let type { attributes.append(.init("type", .text(type))) }
      if let member = try detail.text("member") {
        attributes.append(.init("member", .text(member)))
      }
    } catch {
      fault = error
    }
    // Several modules may declare a key of the same name.
    merge(
      Node(kind: .relay, name: name.text, places: [record.place], attributes: attributes))
    if let type, !name.isUnresolved {
      namedKeys.append(
        RelayKeyUse(
          key: SpelledRelayKey(name: name.text, valueType: type),
          mention: "the key at \(record.place)", place: record.place,
          id: Node.id(.relay, name.text)))
    }
    if let fault { throw fault }
  }

  private mutating func readListener(_ record: ModuleRecord, _ detail: RecordDetail) {
    declare(
      Node(
        id: Node.id(.listener, record: record.id), kind: .listener,
        name: "\(record.key) in \(record.file)", places: [record.place],
        attributes: [.init("phase", .text(record.key))] + priority(of: record, detail)
          + detail.attributes))
  }

  /// Reads a record of a kind that users have defined.
  private mutating func readOther(_ record: ModuleRecord, _ detail: RecordDetail) {
    let name = record.name
    let kind = Node.Kind(rawValue: record.kind)
    let id = Node.id(kind, name.text)
    if record.flags.contains(.unique), let first = node(id) {
      problems.append(.duplicateKey(record, after: first))
    }
    declare(
      Node(
        id: id, kind: kind, name: name.text, module: record.module, places: [record.place],
        attributes: priority(of: record, detail) + isolation(of: record) + detail.attributes,
        certainty: .declared))
  }

  // MARK: - What several kinds have

  /// The priority, or the source of it.
  func priority(of record: ModuleRecord, _ detail: RecordDetail) -> [ModuleGraph.Attribute] {
    if record.flags.contains(.unresolvedPriority) {
      guard case .text(let source)? = detail.values["priority"] else { return [] }
      return [.init("priority", .text(source))]
    }
    return [.init("priority", .integer(record.priority))]
  }

  /// Where it runs.
  func isolation(of record: ModuleRecord) -> [ModuleGraph.Attribute] {
    var attributes: [ModuleGraph.Attribute] = []
    if record.flags.contains(.mainActor) {
      attributes.append(.init("isolation", "MainActor"))
    }
    if record.flags.contains(.asynchronous) { attributes.append(.init("async", true)) }
    return attributes
  }
}

extension ModuleRecord {
  /// The name under which it is declared, or what is known of it.
  var name: SourceName { SourceName(key, isUnresolved: flags.contains(.unresolvedKey)) }

  /// The name of the file, without the module.
  var file: String {
    fileID.firstIndex(of: "/").map { String(fileID[fileID.index(after: $0)...]) } ?? fileID
  }
}
