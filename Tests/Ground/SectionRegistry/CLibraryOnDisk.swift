#if os(Linux)
  import Foundation
  import ModularityTestSupport

  /// A shared library of C that a test compiles, loads and closes.
  ///
  /// The file goes with it; what is loaded stays so.
  struct CLibraryOnDisk: Sendable {
    let path: String
    private let folder: TemporaryFolder

    /// Compiles a library in a folder of its own.
    init(_ source: String) throws {
      folder = try TemporaryFolder()
      let file = folder.appending(path: "library.c")
      try source.write(to: file, atomically: true, encoding: .utf8)
      path = folder.path("liblibrary.so")
      let clang = Process()
      clang.executableURL = URL(filePath: "/usr/bin/env")
      clang.arguments = ["clang", "-shared", "-fPIC", "-o", path, file.path]
      clang.standardInput = FileHandle.nullDevice
      try clang.run()
      clang.waitUntilExit()
      guard clang.terminationStatus == 0 else { throw CompilationFailed(source: source) }
    }

    /// Loads it, behind the registry's back.
    func open() throws -> Handle {
      guard let handle = unsafe dlopen(path, RTLD_NOW) else {
        throw unsafe LoadingFailed(reason: dlerror().map { unsafe String(cString: $0) } ?? "")
      }
      return unsafe Handle(handle: handle)
    }

    var isLoaded: Bool {
      guard let handle = unsafe dlopen(path, RTLD_NOW | RTLD_NOLOAD) else { return false }
      unsafe dlclose(handle)
      return true
    }

    /// A library that was opened.
    @safe
    struct Handle {
      fileprivate let handle: UnsafeMutableRawPointer

      fileprivate init(handle: UnsafeMutableRawPointer) {
        unsafe self.handle = handle
      }

      func address(of symbol: String) -> UInt {
        unsafe UInt(bitPattern: dlsym(handle, symbol))
      }

      func close() {
        unsafe dlclose(handle)
      }
    }

    struct CompilationFailed: Error {
      let source: String
    }

    struct LoadingFailed: Error {
      let reason: String
    }
  }

  extension CLibraryOnDisk {
    /// A library with a function and, where there is a key, a record of kind
    /// "clib".
    init(key: String?) throws {
      let record = key.map { key in
        """
        #include <stdint.h>
        static _Bool refuse(void *out, const void *type, const void *hint, uintptr_t zero) {
          return 0;
        }
        __attribute__((section(".note.modkit"), used, aligned(8))) static const struct {
          uint32_t owner_size, descriptor_size, kind, owner;
          uint16_t version, flags;
          int32_t priority;
          _Bool (*accessor)(void *, const void *, const void *, uintptr_t);
          uint64_t id;
          uint32_t line, column;
          uint16_t key_size, file_size;
          uint32_t detail_size;
          char key[8], file[8];
        } record = {
          4, 56, 0x636c6962, 0x00544B4D, 1, 0, 0, refuse, \(UInt64.random(in: 1 ... .max))u, 1, 1,
          \(key.utf8.count), 7, 0, "\(key)", "Raw/R.c",
        };
        """
      }
      try self.init((record ?? "") + "\nint answer(void) { return 42; }\n")
    }
  }
#endif
