package dev.hundi.portal.web;

import org.springframework.aop.ClassFilter;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.security.access.expression.method.DefaultMethodSecurityExpressionHandler;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authorization.method.AuthorizationInterceptorsOrder;
import org.springframework.security.authorization.method.AuthorizationManagerBeforeMethodInterceptor;
import org.springframework.security.authorization.method.PreAuthorizeAuthorizationManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/**
 * Enforces {@link PreAuthorize} in the classes of this application.
 * {@code @EnableMethodSecurity} would look for five annotations in every bean of every
 * library, which takes a fifth of a start; of them only this one is used, and only here.
 */
@Configuration(proxyBeanMethods = false)
@EnableTransactionManagement(proxyTargetClass = true)
class MethodRights {

	private static final String OWN_CLASSES = "dev.hundi.portal.";

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static AuthorizationManagerBeforeMethodInterceptor enforceRights(ApplicationContext context) {
		DefaultMethodSecurityExpressionHandler expressions = new DefaultMethodSecurityExpressionHandler();
		expressions.setApplicationContext(context);
		PreAuthorizeAuthorizationManager rights = new PreAuthorizeAuthorizationManager();
		rights.setExpressionHandler(expressions);
		rights.setApplicationContext(context);
		AuthorizationManagerBeforeMethodInterceptor enforced = new AuthorizationManagerBeforeMethodInterceptor(
				ownMethods(), rights);
		enforced.setOrder(AuthorizationInterceptorsOrder.PRE_AUTHORIZE.getOrder());
		return enforced;
	}

	private static Pointcut ownMethods() {
		ClassFilter own = (type) -> type.getName().startsWith(OWN_CLASSES);
		Pointcut classes = new AnnotationMatchingPointcut(PreAuthorize.class, true);
		Pointcut methods = new AnnotationMatchingPointcut(null, PreAuthorize.class, true);
		return new ComposablePointcut(own).intersection(new ComposablePointcut(classes).union(methods));
	}

}
