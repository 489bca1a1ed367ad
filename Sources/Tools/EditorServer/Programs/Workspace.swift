import SourceInspection

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folders and programs of a session, and the background work that monitors them.
final class Workspace<C: Clock<Duration>>: Sendable {
  private let search: ProgramSearch
  private let options: EditorServerOptions
  private let texts: FileTexts
  private let events: EventQueue
  private let clock: C

  /// The time between two checks of the programs.
  private static var pause: Duration { .milliseconds(100) }
  /// The time until a changed file is checked again.
  private static var settlingPause: Duration { .milliseconds(50) }

  init(
    roots: [String], programs: [String], options: EditorServerOptions, texts: FileTexts,
    events: EventQueue, clock: C
  ) {
    search = ProgramSearch(roots: roots, named: programs)
    self.options = options
    self.texts = texts
    self.events = events
    self.clock = clock
  }

  /// Reads the programs, and then monitors their changes until the task is cancelled.
  ///
  /// - Returns: The current programs, and the task.
  func open() -> (KnownProgram, Task<Void, Never>) {
    var watch = ProgramWatch(search)
    var reader = ProgramReader()
    var lock = LockWatch(roots: search.roots)
    let news = lock.look()
    var picture = read(watch.look(isFirst: true), &watch, &reader, lock, news.message)
    if picture.programs.isEmpty { picture.messages.append(nothingFound) }
    let (startedWatch, startedReader, startedLock) = (watch, reader, lock)
    let task = Task { await follow(startedWatch, startedReader, startedLock) }
    return (known(picture, []), task)
  }

  /// Reads the uses in the code of the programs, which may take seconds.
  ///
  /// - Parameters:
  ///   - program: The programs.
  ///   - number: The number of the reading, for the event.
  /// - Returns: The task, or `nil` if the workspace has no programs.
  func readUses(of program: KnownProgram, as number: Int) -> Task<Void, Never>? {
    guard !program.picture.programs.isEmpty else { return nil }
    return Task {
      var uses: [ProgramUses] = []
      for part in program.picture.programs {
        uses.append(
          await options.reading.uses(UseRequest(programs: [part.path], modules: part.modules)))
        guard !Task.isCancelled else { return }
      }
      var picture = program.picture
      // The session has logged them when it got the programs.
      picture.messages = []
      events.add(.usesRead(known(picture, uses), number))
    }
  }

  private func follow(
    _ watch: ProgramWatch, _ reader: ProgramReader, _ lock: LockWatch
  ) async {
    var (watch, reader, lock) = (watch, reader, lock)
    // A clock only throws an error if the task is cancelled.
    while (try? await clock.sleep(for: watch.isSettling ? Self.settlingPause : Self.pause)) != nil {
      let paths = watch.look()
      let news = lock.look()
      guard !paths.isEmpty || news.isNew else { continue }
      let picture = read(paths, &watch, &reader, lock, news.message)
      events.add(.programsRead(known(picture, [])))
    }
  }

  private func read(
    _ paths: [String], _ watch: inout ProgramWatch, _ reader: inout ProgramReader,
    _ lock: LockWatch, _ message: LSP.MessageParams?
  ) -> ProgramPicture {
    let outcome = reader.read(paths)
    for path in outcome.changing { watch.forget(path) }
    var picture = reader.picture
    picture.messages = outcome.messages + [message].compactMap(\.self)
    picture.lock = lock.lock
    return picture
  }

  private func known(_ picture: ProgramPicture, _ uses: [ProgramUses]) -> KnownProgram {
    KnownProgram(
      picture, uses: uses, sources: SourcePaths(below: search.roots), texts: texts,
      at: options.now())
  }

  private var nothingFound: LSP.MessageParams {
    let places =
      search.named.isEmpty
      ? "below \(search.roots.map { "\($0)/.build" }.joined(separator: ", "))"
      : "in \(search.named.joined(separator: ", "))"
    return LSP.MessageParams(
      .info,
      """
      no program with records is \(places). Build the package. Answers use it as soon as it is built.
      """)
  }
}
