package dev.hundi.sandbox.server;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

import dev.hundi.startup.MachineLanguage;

/**
 * Runs a program's {@code main} inside a child process of the sandbox. The child ends
 * when its parent does: the parent holds the other end of its standard input, and the
 * operating system closes that even when the parent is killed.
 */
final class ChildMain {

	private static final long closeMaxMs = 20_000;

	private ChildMain() {
	}

	/**
	 * Watches the parent, then runs the program.
	 * @param args the class of the program and its arguments
	 */
	public static void main(String[] args) throws Throwable {
		MachineLanguage.ignore();
		ignoreKeyboard();
		Thread.ofPlatform().daemon().name("parent-watch").start(ChildMain::watchParent);
		Method main = Class.forName(args[0]).getMethod("main", String[].class);
		try {
			main.invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
		}
		catch (InvocationTargetException ex) {
			throw ex.getCause();
		}
	}

	/**
	 * Ctrl-C reaches the whole process group, but the launcher stops its children in
	 * order.
	 */
	private static void ignoreKeyboard() {
		sun.misc.Signal.handle(new sun.misc.Signal("INT"), sun.misc.SignalHandler.SIG_IGN);
	}

	private static void watchParent() {
		try {
			while (System.in.read() >= 0) {
				continue;
			}
		}
		catch (IOException ex) {
			System.err.println("The pipe from the parent broke: " + ex);
		}
		Thread.ofPlatform().daemon().name("close-deadline").start(ChildMain::haltLater);
		System.exit(0);
	}

	private static void haltLater() {
		try {
			Thread.sleep(closeMaxMs);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		Runtime.getRuntime().halt(1);
	}

}
