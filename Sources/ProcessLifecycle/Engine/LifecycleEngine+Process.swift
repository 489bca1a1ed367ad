extension LifecycleEngine {
  /// Makes the engine of this process, with the sources of this platform.
  static func makeForProcess() -> LifecycleEngine {
    let signals = SignalTraffic()
    InitEntry.armAtFirstUse()
    return LifecycleEngine(
      declaredListeners: DeclaredListeners.listeners(for:),
      makeSource: { event in
        if let signal = ProcessSignal(event) {
          return SignalSource(signal, traffic: signals) { shared.isHostInCharge }
        }
        switch event {
        case .idle: return IdleSource { shared.deliveries }
        case .exit: return ExitSource(engine: { shared })
        default: return SystemSources.makeSource(of: event)
        }
      })
  }
}
