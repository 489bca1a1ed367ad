/// The detail of a record, by its kind.
package indirect enum Declaration: Sendable, Equatable {
  case callback(CallbackSchema)
  case routingClass(RoutingClassSchema)
  case contract(ContractSchema)
  case observer(ObserverSchema)
  case relayKey(RelayKeySchema)
  case task(TaskSchema)
  case job(JobSchema)
  case wire(WireSchema)
  case use(UseSchema)
  /// A listener of ProcessLifecycle, whose detail is free.
  case listener(JSONObject)
  /// A record of another kind, whose detail is free.
  case custom(JSONObject)

  /// Reads the detail of a record of a kind.
  ///
  /// - Throws: The first fault in it.
  package init(_ kind: RecordKind, _ detail: JSONObject) throws(RecordFault) {
    switch kind {
    case .callback: self = .callback(try CallbackSchema(detail))
    case .routingClass: self = .routingClass(try RoutingClassSchema(detail))
    case .contract: self = .contract(try ContractSchema(detail))
    case .observer: self = .observer(try ObserverSchema(detail))
    case .relayKey: self = .relayKey(try RelayKeySchema(detail))
    case .eventTask, .notificationTask, .scheduledTask: self = .task(try TaskSchema(detail))
    case .job: self = .job(try JobSchema(detail))
    case .wire: self = .wire(try WireSchema(detail))
    case .use: self = .use(try UseSchema(detail))
    case .lifecycleListener: self = .listener(detail)
    default: self = .custom(detail)
    }
  }
}
