// Not in a file with Foundation, whose import of the C library would reject the variable.
@unsafe @preconcurrency import Glibc

/// Keeps what `print` writes until it is a few kilobytes or the process ends.
func bufferOutput() {
  unsafe setvbuf(stdout, nil, _IOFBF, 4_096)
}
