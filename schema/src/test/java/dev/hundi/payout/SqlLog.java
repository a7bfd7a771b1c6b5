package dev.hundi.payout;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A data source that records every call to the server: SQL statements, commits, rollbacks
 * and changes of the transaction mode.
 */
class SqlLog extends DelegatingDataSource {

	private final List<String> calls = new CopyOnWriteArrayList<>();

	SqlLog(DataSource target) {
		super(target);
	}

	List<String> calls() {
		return this.calls;
	}

	@Override
	public Connection getConnection() throws SQLException {
		Connection connection = super.getConnection();
		return proxy(Connection.class, (proxy, method, arguments) -> {
			Object result = invoke(method, connection, arguments);
			if (method.getName().matches("commit|rollback|setAutoCommit|createStatement|prepareCall")) {
				this.calls.add(method.getName());
			}
			return (result instanceof PreparedStatement statement) ? logging(statement) : result;
		});
	}

	private PreparedStatement logging(PreparedStatement statement) {
		return proxy(PreparedStatement.class, (proxy, method, arguments) -> {
			if (method.getName().startsWith("execute")) {
				this.calls.add(method.getName());
			}
			return invoke(method, statement, arguments);
		});
	}

	private static Object invoke(Method method, Object target, Object[] arguments) throws Throwable {
		try {
			return method.invoke(target, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

	private static <T> T proxy(Class<T> type, InvocationHandler handler) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, handler));
	}

}
