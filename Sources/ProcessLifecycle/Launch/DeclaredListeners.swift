/// The listeners that modules declared in the binary.
package enum DeclaredListeners {
  /// The declared listeners of this launch phase, in the order of their
  /// records.
  static func listeners(for event: ProcessEvent) -> [LifecycleListener.Body] {
    declarations(withKey: event.name).compactMap { declaration in
      if case .listener(let body) = declaration.body { body } else { nil }
    }
  }

  /// Runs what modules declared to run before `main`.
  static func runBeforeMain() {
    for declaration in declarations(withKey: LifecycleDeclaration.beforeMainKey) {
      if case .beforeMain(let body) = declaration.body { body() }
    }
  }

  // MARK: - Where the declarations come from

  /// The declarations of all records with this key, in the registry's order.
  private static func declarations(withKey key: String) -> [LifecycleDeclaration] {
    []
  }
}
